// Behaviour of every page, bound by data- attributes.
import { bindConfirmations } from "./confirm.js";
import { bindCopyButtons } from "./copy.js";
import { bindDismissals } from "./messages.js";
import { bindTimes } from "./times.js";

bindConfirmations(document);
bindCopyButtons(document);
bindDismissals(document);
bindTimes(document);

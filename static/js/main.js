// Behaviour of every page, bound by data- attributes.
import { bindCopyButtons } from "./copy.js";
import { bindDismissals } from "./messages.js";
import { bindTimes } from "./times.js";

bindCopyButtons(document);
bindDismissals(document);
bindTimes(document);

// Behaviour of every page, bound by data- attributes.
import { bindChoices } from "./choices.js";
import { bindConfirmations } from "./confirm.js";
import { bindCopyButtons } from "./copy.js";
import { bindDismissals } from "./messages.js";
import { bindTimes } from "./times.js";

bindChoices(document);
bindConfirmations(document);
bindCopyButtons(document);
bindDismissals(document);
bindTimes(document);

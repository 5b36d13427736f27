// Behaviour of every page, bound by data- attributes.
import { bindUnread } from "../chat/unread.js";
import { bindChoices } from "./choices.js";
import { bindCopyButtons } from "./copy.js";
import { bindDismissals } from "./messages.js";
import { bindOnce } from "./once.js";
import { bindTimes } from "./times.js";
import { bindWaiting } from "./waiting.js";

bindChoices(document);
bindCopyButtons(document);
bindDismissals(document);
bindOnce(document);
bindTimes(document);
bindUnread(document);
void bindWaiting(document);

"""Errors about corpora."""

from formats.problems import MESSAGES
from text.errors import CodedRefusal, Refusal
from text.errors import gettext_noop as _


class CorpusNameTaken(Refusal):
    code = "corpus-name-taken"
    message = _("Another corpus has this name.")


class CorpusHasDocuments(Refusal):
    """The rules and paths of a corpus with documents are fixed: offsets are computed from them."""

    code = "corpus-has-documents"
    message = _(
        "Rules and paths cannot be changed once the corpus has documents, because they were used to read them."
    )


class CorpusInUse(Refusal):
    code = "corpus-in-use"
    message = _("A corpus that contains documents cannot be deleted.")


class LastKeeper(Refusal):
    code = "last-keeper"
    message = _("At least one person must have access to the corpus.")


class UnusablePath(CodedRefusal):
    """An unusable XPath expression; `code` is one of `formats.problems`."""

    messages = MESSAGES

    def __init__(self, field: str, code: str) -> None:
        super().__init__(code)
        self.field = field


class ImportUnderWay(Refusal):
    """The corpus already has an import that is neither taken nor discarded."""

    code = "import-under-way"
    message = _("Another import is in progress. Finish or discard it first.")

"""What can go wrong in the corpus stage; no message carries clinical text."""

from text.errors import CorpusError


class Refusal(CorpusError):
    """Something a person asked for that cannot be done; `wording` has the words."""


class CorpusNameTaken(Refusal):
    """Another corpus has this name."""


class CorpusHasDocuments(Refusal):
    """Rules and paths are fixed: offsets into stored documents are computed from them."""


class CorpusInUse(Refusal):
    """A corpus with documents is not deleted."""


class LastKeeper(Refusal):
    """A corpus needs someone who may use it."""


class UnusablePath(Refusal):
    """An XPath expression that cannot be used; `reason` is a code of `corpus.domain.xml_paths`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason


class ImportUnderWay(Refusal):
    """The corpus already has an import that is neither taken nor discarded."""

"""What can go wrong in the agreement stage; no message carries clinical text."""

from gamma.errors import AgreementError


class CorrectionRefused(AgreementError):
    """A correction that cannot be made; `code` says why, and `agreement.wording` has the words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CorrectionsRefused(AgreementError):
    """A file of corrections of which nothing was taken; each problem has its line and code."""

    def __init__(self, *problems: "tuple[int, str]") -> None:
        super().__init__(", ".join(f"line {line}: {code}" for line, code in problems))
        self.problems = problems

"""What can be refused to a person about their account."""


class AccountError(Exception):
    """Base of this stage's errors; the message is fit to be shown and quotes nothing private."""


class TooManyAttempts(AccountError):
    """Too many failed attempts; try again later."""


class EmailTaken(AccountError):
    """Someone already has an account with this address."""


class DeliveryError(Exception):
    """A letter was not handed over, as far as anybody knows.

    `code` is the mail server's, where it gave one; `words` are its own, where it had not yet seen the
    letter and so cannot quote it.
    """

    def __init__(self, code: int | None = None, words: str = "") -> None:
        super().__init__(code)
        self.code, self.words = code, words


class DeliveryPutOff(DeliveryError):
    """Not now: the server cannot be reached, or asks to wait."""


class DeliveryRefused(DeliveryError):
    """Never: the server does not take this letter, or not for this address."""


class AddressUnfit(DeliveryRefused):
    """The address cannot be written in a letter."""


class DeliveryUnsure(DeliveryError):
    """The server has the letter, and said neither yes nor no."""

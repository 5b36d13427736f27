"""What can be refused to a person about their account."""


class AccountError(Exception):
    """Base of this stage's errors; the message is fit to be shown and quotes nothing private."""


class TooManyAttempts(AccountError):
    """Too many failed attempts; try again later."""


class EmailTaken(AccountError):
    """Someone already has an account with this address."""

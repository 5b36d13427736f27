"""What can be refused about a demo contest; none of the messages quotes a text."""


class DemoRefused(Exception):
    """What was asked for cannot be done, and nothing has been changed."""

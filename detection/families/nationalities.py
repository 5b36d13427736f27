"""Nationalities, said by an adjective or a noun for people."""

from detection.rules import Family

FAMILY = Family(name="nationalities", rules=(), meanings={})

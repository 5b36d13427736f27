"""Managers review references in a queue and correct them."""

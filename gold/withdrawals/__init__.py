"""Releases that are taken back: their texts go, and a stub with the checksum stays."""

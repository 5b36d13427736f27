"""Releases, their splits and exports, for programs of those who may read them."""

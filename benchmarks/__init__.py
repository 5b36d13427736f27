"""Benchmarks: each module without a leading underscore is a command that prints a ratio."""

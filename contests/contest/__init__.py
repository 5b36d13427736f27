"""The contest itself: its row, its states and its settings."""

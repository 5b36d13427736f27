"""Split a release into train, validation and test."""

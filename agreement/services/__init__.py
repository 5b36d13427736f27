"""What can be done in the agreement stage."""

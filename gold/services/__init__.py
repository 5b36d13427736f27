"""What can be done to releases, splits and exports."""

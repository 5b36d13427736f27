"""Pages of releases, splits and exports."""

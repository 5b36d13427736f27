"""The reference of an input: its answers aligned, voted and corrected by managers."""

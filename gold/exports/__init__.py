"""Export a release or a split in other formats, as a zip file."""

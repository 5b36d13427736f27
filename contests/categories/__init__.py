"""What annotators mark: categories and supercategories, with colours and shortcuts."""

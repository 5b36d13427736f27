"""Files of individual answers, for managers and their programs."""

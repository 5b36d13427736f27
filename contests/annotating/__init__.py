"""Hand out tasks to annotators and store their answers."""

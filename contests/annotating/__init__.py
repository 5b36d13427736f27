"""Hand out tasks to annotators and take their answers."""

"""What is written for people to learn from: scores, reports, letters."""

"""Scores and ranks of annotators and teams at each run."""

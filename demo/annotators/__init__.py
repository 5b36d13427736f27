"""Simulated annotators: people with skill, speed and habits, answering one line at a time."""

from demo.annotators.answers import SimulatedAnswer, answer
from demo.annotators.profiles import Confusion, Distracted, Given, Profile, Tempo

__all__ = [
    "Confusion",
    "Distracted",
    "Given",
    "Profile",
    "SimulatedAnswer",
    "Tempo",
    "answer",
]

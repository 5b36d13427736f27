"""Experiments on pre-annotation: do the teams of a group differ in speed and quality?"""

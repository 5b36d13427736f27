"""The interface of the annotation page and of scripts: tasks, answers, history."""

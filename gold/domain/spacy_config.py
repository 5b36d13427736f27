"""The settings with which `spacy train` trains on an export as it is."""

from collections.abc import Mapping

# What is not said here is spaCy's default; `spacy init fill-config` writes all of it down.
_TEMPLATE = """\
# Run in this folder: spacy train config.cfg --output model
# {remark}

[paths]
train = {train}
dev = {dev}

[system]
seed = 0
gpu_allocator = null

[nlp]
lang = "{language}"
pipeline = ["ner"]

[components]

[components.ner]
factory = "ner"

[training]
seed = ${{system.seed}}
gpu_allocator = ${{system.gpu_allocator}}
max_steps = 5000
patience = 1000
eval_frequency = 100

[training.score_weights]
ents_f = 1.0
ents_p = 0.0
ents_r = 0.0
"""
_WITH_VALIDATION = "The best model on validation is kept; test is not looked at."
_WITHOUT_VALIDATION = (
    "There is no validation: the model that knows its training texts best is kept."
)
_FOLDS = "Of folds, say which: --paths.train FOLDER --paths.dev fold-1.spacy"


def training_config(paths: Mapping[str, str], *, language: str) -> str:
    """Return the configuration of a named entity recogniser on these parts, each with its path.

    >>> "train = null" in training_config({"fold-1": "fold-1.spacy"}, language="fr")
    True
    """
    train = paths.get("train") or paths.get("all")
    if train is None:
        return _TEMPLATE.format(remark=_FOLDS, train="null", dev="null", language=language)
    dev = paths.get("validation")
    return _TEMPLATE.format(
        remark=_WITH_VALIDATION if dev else _WITHOUT_VALIDATION,
        train=f'"{train}"',
        dev=f'"{dev or train}"',
        language=language,
    )

"""The formats of other tools, one module each, reading and writing together.

    for found in FORMATS["doccano"].read(file, options=ReadOptions(annotator="ana")):
        ...  # a Record, or a Problem with its line

brat keeps a document in two files: read the `.txt` and pass the `.ann` beside it (`companion_extension`)
as `companion`; without one the text has no annotations. A problem whose details say `companion` has its
line there.
"""

from collections.abc import Mapping
from types import MappingProxyType

from corpus.domain.formats.brat import BRAT
from corpus.domain.formats.conll import CONLL
from corpus.domain.formats.csv_table import CSV
from corpus.domain.formats.docbin import DOCBIN
from corpus.domain.formats.doccano import DOCCANO
from corpus.domain.formats.format import Format
from corpus.domain.formats.jsonl import JSONL
from corpus.domain.formats.labelstudio import LABELSTUDIO
from corpus.domain.formats.options import ReadOptions, WriteOptions
from corpus.domain.formats.prodigy import PRODIGY
from corpus.domain.formats.webanno import WEBANNO

__all__ = ["FORMATS", "Format", "ReadOptions", "WriteOptions"]

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        each.name: each
        for each in (PRODIGY, DOCCANO, LABELSTUDIO, BRAT, CONLL, WEBANNO, DOCBIN, JSONL, CSV)
    }
)

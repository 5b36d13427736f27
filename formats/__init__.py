"""The formats of other tools, one module each, reading and writing together.

    for found in FORMATS["doccano"].read(file, options=ReadOptions(annotator="ana")):
        ...  # a Record, or a Problem with its line

A new format is a module that defines a `Format`, and its name in the list below. Import and export pages, the API,
`convert` and the tests of reading back go by the list; a test names the lines that docs/ still needs.

brat keeps a document in two files: read the `.txt` and pass the `.ann` beside it (`companion_extension`)
as `companion`; without one the text has no annotations. A problem whose details say `companion` has its
line there.
"""

from collections.abc import Mapping
from types import MappingProxyType

from formats.brat import BRAT
from formats.conll import CONLL
from formats.csv_table import CSV
from formats.docbin import DOCBIN
from formats.doccano import DOCCANO
from formats.format import Format, Layout
from formats.jsonl import JSONL
from formats.labelstudio import LABELSTUDIO
from formats.prodigy import PRODIGY
from formats.records import ReadOptions, WriteOptions
from formats.webanno import WEBANNO

__all__ = ["EXPORTS", "FORMATS", "Format", "ReadOptions", "WriteOptions"]

_REGISTERED = (DOCBIN, CONLL, JSONL, PRODIGY, DOCCANO, LABELSTUDIO, BRAT, WEBANNO, CSV)
FORMATS: Mapping[str, Format] = MappingProxyType({each.name: each for each in _REGISTERED})
# The choices of an export by name; some formats have several layouts.
EXPORTS: Mapping[str, tuple[Format, Layout]] = MappingProxyType(
    {layout.name: (each, layout) for each in _REGISTERED for layout in each.exports}
)

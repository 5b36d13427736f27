"""Hospital XML: find its text, document type, id and patient number.

Only well-formed XML without entities and DTD is read, so nothing can expand while it is parsed and
nothing outside the file is opened. Processing instructions and XInclude have no effect.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, astuple, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from lxml import etree

from formats import problems
from formats.problems import UnreadableFile
from text.cleaning import Section

# Axes that make a search quadratic in the size of the document, which nothing could interrupt.
_COSTLY = re.compile(r"\b(?:following|preceding)(?:-sibling)?\s*::")
_SEARCH = re.compile(r"//|\bdescendant(?:-or-self)?\s*::")
_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')
# An absolute path in a predicate, as in `[contains(/, 'x')]`: a slash without a step before it.
_FROM_TOP = re.compile(r"(?<![\w\s.*)\]-])\s*/")
_PREDICATE = re.compile(r"\[[^\[\]]*\]")
_UPWARDS = re.compile(r"\.\.|\b(?:parent|ancestor(?:-or-self)?)\s*::")
_MOST_SEARCHES = 3
_UNDEFINED_PREFIX = "Undefined namespace prefix"
_NOTHING = etree.fromstring("<nothing/>")


def check_path(path: str) -> str | None:
    """Return the code of the problem if the path cannot be used, else None."""
    try:
        etree.XPath(path, regexp=False)(_NOTHING)
    except etree.XPathError as error:
        # The prefixes are declared in the documents, which are unknown here.
        if _UNDEFINED_PREFIX not in str(error):
            return problems.NOT_XPATH
    return problems.TOO_COSTLY if _is_costly(_QUOTED.sub("''", path)) else None


def _is_costly(path: str) -> bool:
    if _COSTLY.search(path) or len(_SEARCH.findall(path)) > _MOST_SEARCHES:
        return True
    while predicate := _PREDICATE.search(path):
        if _SEARCH.search(predicate[0]) or _FROM_TOP.search(predicate[0]):
            return True
        path = path[: predicate.start()] + path[predicate.end() :]
    return False


DEEPEST = 256
# Not allowed in XML, but exports contain them in CDATA sections; cleaning drops them.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PREFIXED = re.compile(r"""(?<![:\w.-])[A-Za-z_][\w.-]*:(?!:)(?=[\w*])""")
# Exact for XML that a parser has already accepted.
_TOKEN = re.compile(
    r"""
    <!--.*?--> | <\?.*?\?>
    | <!\[CDATA\[(?P<cdata>.*?)\]\]>
    | </(?P<end>)[^>]*>
    | <(?P<start>[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*)>
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class XmlPaths:
    """The XPath expressions of a corpus; an empty one finds nothing."""

    text: str = ""
    document_type: str = ""
    id: str = ""
    patient: str = ""


@dataclass(frozen=True, slots=True)
class XmlRecord:
    """The results of the paths; `sections` is None without a path to the text: every CDATA section is text."""

    sections: tuple[Section, ...] | None = None
    document_type: str = ""
    id: str = ""
    patient: str = ""


def read_xml(source: str, *, paths: XmlPaths) -> XmlRecord:
    """Return the results of the paths in a source; raise UnreadableFile if it is refused."""
    source = _ILLEGAL.sub(" ", source)
    data = source.encode()
    guard = _check(data)
    if paths == XmlPaths():
        return XmlRecord()
    found = _search(data, paths, guard.elements)
    if found.text is None:
        return XmlRecord(None, found.document_type, found.id, found.patient)
    start = len(data[: guard.root_at].decode())
    sections = tuple(_sections(source, start, found.text))
    return XmlRecord(sections, found.document_type, found.id, found.patient)


class Found(NamedTuple):
    """The results of the paths: the elements with text, as numbers in document order, and the other values."""

    text: set[int] | None
    document_type: str
    id: str
    patient: str


def search_paths(data: bytes, paths: XmlPaths) -> Found:
    """Return the results of the paths in XML that has been checked."""
    tree = _Tree(data)
    return Found(
        tree.find_elements(paths.text) if paths.text else None,
        tree.find_text(paths.document_type),
        tree.find_text(paths.id),
        tree.find_text(paths.patient),
    )


# Some paths that a form needs (`//a | //b`, `[a = b]`, `[../type]`) may take the square of a document's elements, a further power
# for each predicate in another where it looks upwards, or read the whole text for each element; nothing stops a search but the end of its
# process. Below these bounds it is over in some seconds whatever the path.
MOST_ELEMENTS = 5000
MOST_STEPS = MOST_ELEMENTS**2
MOST_SECONDS = 10


def _search(data: bytes, paths: XmlPaths, elements: int) -> Found:
    depth = max(_upward_depth(_QUOTED.sub("''", path)) for path in astuple(paths))
    steps = max(elements ** max(2, depth + 1), elements * len(data) if depth else 0)
    return (_search_in_time if steps > MOST_STEPS else search_paths)(data, paths)


def _upward_depth(path: str) -> int:
    """Return the depth of nested predicates if the path looks above an element, else 0."""
    depth, is_upward = 0, bool(_UPWARDS.search(path))
    while _PREDICATE.search(path):
        depth, path = depth + 1, _PREDICATE.sub("", path)
    return depth if is_upward else 0


def _search_in_time(data: bytes, paths: XmlPaths) -> Found:
    """Search in a separate process, which is killed if it takes too long."""
    try:
        done = subprocess.run(  # noqa: S603  (our own module)
            [sys.executable, "-m", "formats.xml_process", str(MOST_SECONDS)],
            input=json.dumps(asdict(paths)).encode() + b"\n" + data,
            capture_output=True,
            cwd=Path(__file__).parent.parent,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableFile(problems.PATH_TOO_SLOW, limit=MOST_SECONDS) from None
    if done.returncode:
        # It exceeded its processor or memory limit.
        raise UnreadableFile(problems.PATH_TOO_SLOW, limit=MOST_SECONDS)
    answer = json.loads(done.stdout)
    if "code" in answer:
        raise UnreadableFile(answer["code"])
    text = answer.pop("text")
    return Found(None if text is None else set(text), **answer)


def text_sections(source: str, *, text_path: str) -> tuple[Section, ...] | None:
    """Return the sections of a stored document, to clean it again."""
    return read_xml(source, paths=XmlPaths(text=text_path)).sections if text_path else None


def _check(data: bytes) -> "_Guard":
    """Raise UnreadableFile for invalid or harmful XML; return the position of its root and its number of elements."""
    # The declaration may name the encoding of the file before decoding.
    guard = _Guard(expat.ParserCreate(encoding="UTF-8"))
    try:
        guard.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise UnreadableFile(problems.BAD_XML, line=error.lineno) from None
    return guard


@dataclass(slots=True)
class _Guard:
    parser: expat.XMLParserType
    depth: int = 0
    elements: int = 0
    root_at: int = field(default=-1)

    def __post_init__(self) -> None:
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        # After a reference like `%x;`, entities need no declaration and would be skipped silently.
        self.parser.SkippedEntityHandler = self._entity

    def _start(self, _name: str, _attributes: dict[str, str]) -> None:
        if self.root_at < 0:
            self.root_at = self.parser.CurrentByteIndex
        self.elements += 1
        self.depth += 1
        if self.depth > DEEPEST:
            self._refuse(problems.XML_TOO_DEEP, limit=DEEPEST)

    def _end(self, _name: str) -> None:
        self.depth -= 1

    def _doctype(self, _name: str, system: str | None, public: str | None, _has: bool) -> None:
        if system is not None or public is not None:
            self._refuse(problems.XML_EXTERNAL_DTD)

    def _entity(self, *_declared_or_used: Any) -> None:
        self._refuse(problems.XML_ENTITIES)

    def _refuse(self, code: str, **details: object) -> NoReturn:
        raise UnreadableFile(code, line=self.parser.CurrentLineNumber, **details)


class _Tree:
    """A parsed document in which paths without prefixes find elements of any namespace."""

    def __init__(self, data: bytes) -> None:
        self._root = self._plain = _parse(data)
        if b"xmlns" in data:
            self._plain = _parse(data)
            for element in self._plain.iter():
                element.tag = etree.QName(element).localname

    def find_text(self, path: str) -> str:
        """Return the text of the first result of the path, empty if there is none."""
        found: Any = self._evaluate(path, self._searched(path)) if path else ""
        if isinstance(found, list):
            found = found[0] if found else ""
        if isinstance(found, float) and found.is_integer():
            found = int(found)
        text = "".join(found.itertext()) if etree.iselement(found) else str(found)
        return " ".join(text.split())

    def find_elements(self, path: str) -> set[int]:
        """Return the elements of the path as numbers in document order."""
        root = self._searched(path)
        found = self._evaluate(path, root)
        if not isinstance(found, list):
            raise UnreadableFile(problems.PATH_FINDS_NO_ELEMENTS)
        elements = {_element_of(item) for item in found}
        return {number for number, element in enumerate(root.iter()) if element in elements}

    def _searched(self, path: str) -> Any:
        return self._root if _PREFIXED.search(_QUOTED.sub("", path)) else self._plain

    def _evaluate(self, path: str, root: Any) -> Any:
        try:
            if root is self._plain:
                return _compiled(path)(root)
            prefixes = {p: uri for e in root.iter() for p, uri in e.nsmap.items() if p}
            return etree.XPath(path, namespaces=prefixes, regexp=False)(root)
        except etree.XPathError:
            raise UnreadableFile(problems.PATH_FAILED) from None


def _parse(data: bytes) -> Any:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        # Depth and entities have been checked; a long text alone is harmless.
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(problems.BAD_XML, line=error.lineno or 0) from None


@lru_cache(maxsize=64)
def _compiled(path: str) -> Any:
    return etree.XPath(path, regexp=False)


def _element_of(item: Any) -> Any:
    """Return the element, or the parent of a text."""
    if etree.iselement(item):
        return item
    if getattr(item, "is_text", False):
        return item.getparent()
    if getattr(item, "is_tail", False):
        return item.getparent().getparent()
    raise UnreadableFile(problems.PATH_FINDS_NO_ELEMENTS)


def _sections(source: str, start: int, wanted: set[int]) -> Iterator[Section]:
    """Yield the text sections of the selected elements: their CDATA sections, else their whole content.

    Elements inside a selected one are part of it.
    """
    number, depth, outer = -1, 0, None
    for token in _TOKEN.finditer(source, start):
        if token["end"] is not None:
            depth -= 1
            if outer and depth == outer.depth:
                yield from outer.sections(token.start())
                outer = None
        elif token["start"] is not None:
            number += 1
            if outer:
                outer.has_elements = True
            elif number in wanted:
                outer = _Element(depth, token.end())
            # `<a/>` is empty and has no end tag.
            is_empty = token["start"].endswith("/")
            outer = None if outer and is_empty and outer.start == token.end() else outer
            depth += not is_empty
        elif outer and token["cdata"] is not None:
            outer.cdata.append(Section(*token.span("cdata")))


@dataclass(slots=True)
class _Element:
    """A selected element, as far as it has been read."""

    depth: int
    start: int
    has_elements: bool = False
    cdata: list[Section] = field(default_factory=list)

    def sections(self, end: int) -> list[Section]:
        # Text without elements is escaped HTML, as some exports write it instead of CDATA; elements
        # inside it are the HTML itself.
        return self.cdata or [Section(self.start, end, is_escaped=not self.has_elements)]

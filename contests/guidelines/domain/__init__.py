r"""Guidelines: Markdown with categories and marked examples, read once, drawn as HTML and as PDF.

**Plain Markdown** is CommonMark with tables (a line of `|` cells) and `~~struck out~~` words.

**Headings.** The first `# …` is the title of the guidelines. `##` are chapters and are numbered 1,
2, 3; `###` and `####` below them 1.1 and 1.1.1. Do not write numbers yourself. Chapters and their
sections (`##`, `###`) are the table of contents. Every heading has an anchor from its words (`##
Les initiales` gives `#les-initiales`), to which `[see there](#les-initiales)` leads.

**A category's name** is written `{TEMPORAL:DATE}` and drawn as a chip in its colour. The section
about a category is the one whose heading names it, `### {NOM:PATIENT_E}` or `### Patients
{NOM:PATIENT_E}`; its anchor comes from the label: `#nom-patient-e`. A heading may name several
categories; each of them then has its section there. A name that the contest does not have is drawn
plainly and listed as a problem. `\{` is the character itself.

**A marked example** is written in the inline markup of `text.markup`: `Vu le
[18#03#2022](TEMPORAL:DATE).` What stands in the square brackets is text, not Markdown; `\[`, `\]`
and `\\` in it are the characters themselves. It is a link instead if the parentheses hold an
address: `https://…`, `http://…`, `mailto:…` or `#anchor`. An example cannot lie inside another one.

**Boxes** are opened by `:::` and a kind, and closed by `:::`; a blank line is needed neither before
nor after:

    ::: warning
    The date of a *study* is marked, too.
    :::

The kinds are `note`, `warning`, `correct` and `incorrect`; words after the kind (`::: note Why?`)
replace the usual title. A box may hold paragraphs, lists and tables. To put a box into another one,
open the outer one with `::::`.

In a `correct` or `incorrect` box **each paragraph and each list item is one example**, a line as an
annotator sees it, and may have no mark at all (nothing is to be marked there). Words in
`*emphasis*` are a remark on the example, not part of it:

    ::: correct
    - Mme [Durand](NOM:PATIENT_E), née le [3 mai 1961](TEMPORAL:DATE)
    - Prise de sang ce matin *nothing to mark here*
    :::

    ::: incorrect
    - [Mme Durand](NOM:PATIENT_E) *the title is left out*
    :::

Text around marks is Markdown: a literal `*`, `_`, `<`, `` ` `` or `|` in an example may need a `\`
before it.

**Keys** are `<kbd>Ctrl</kbd>`. Of raw HTML only `<kbd>`, `<sub>`, `<sup>`, `<br>`, `<b>`, `<i>`,
`<u>` and `<s>` are kept, without attributes; other tags are dropped and their words stay. Images
are not shown.

`reading.read` reads a text; `html` and `pdf` draw it, `problems` and `examples` look at it.
`versions` and `differences` are about revisions, `defaults` about how to begin.
"""

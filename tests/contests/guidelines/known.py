"""Categories that the tests' guidelines speak about."""

from contests.guidelines.domain.reading import KnownCategory

CATEGORIES = {
    "NOM:PATIENT_E": KnownCategory("NOM:PATIENT_E", 1, "#d03a6a"),
    "TEMPORAL:DATE": KnownCategory("TEMPORAL:DATE", 2, "#4a63d8"),
    "AUTRES": KnownCategory("AUTRES", 3, "#7a7a85", is_archived=True),
}
# What a text may come up with, of Markdown, HTML, Typst and this syntax.
NASTY = [
    "",
    "\x00\x01\x7f",
    "\ud800 alone",
    "# \n## \n### {}\n",
    "#" * 50 + " deep",
    "[" * 3000,
    "{" * 3000,
    "`" * 3000,
    "*_" * 1500,
    "<b>" * 500 + "deep",
    "**" * 500 + "deep" + "**" * 500,
    "> - " * 9 + "**" * 99 + "deep" + "**" * 99,
    "> " * 500 + "deep",
    "- " * 300 + "deep",
    ":::" * 900,
    "::: note\n" * 60,
    "::: correct\n| a | b |\n|---|---|\n| [x](TEMPORAL:DATE) |\n:::",
    "[" + "\\" * 999 + "](TEMPORAL:DATE)",
    "[a](TEMPORAL:DATE)" * 300,
    "[x](#a) [y](#) [z](javascript:alert(1)) <javascript:alert(1)> [q][r]\n\n[r]: javascript:1",
    f"[x](https://example.org/{'x' * 9000}) <https://example.org/{'x' * 9000}>",
    "<b><i></b><u>*<kbd>*</i></kbd><br/><script>alert(1)</script><img src=x onerror=alert(1)>",
    "<div><table><p id='content' class='button' style='position:fixed'>\n<svg onload=alert(1)>\n</div>",
    '#let x = 1; $ x^2 $ @ref <label> #import "@preview/a:1" \\u{41} "; #panic() // */ /* ~ -- ...',
    '## "quoted" \\" #panic("x")\n\n1234567890123. far\n\n99999999999. too far',
    "| a |\n|:-:|\n| ![x](https://example.org/x.png) |\n\n    code\n\n```typst\n#panic()\n```\n***",
    "e\u0301 \u202e rtl \ufeff \U0001f468\u200d\U0001f469 שלום 漢字 \ue000 \ufffe",
    "&#0; &#xD800; &#1114112; &nbsp; &lt;script&gt;",
    "## {TEMPORAL:DATE} {NOM:PATIENT_E}\n## {TEMPORAL:DATE}\n## temporal-date\n## Content\n",
]

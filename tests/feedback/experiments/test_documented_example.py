"""The example of the documentation prints what it says."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs/experiments.md"


def test_the_example_prints_what_its_comments_say(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.split() == re.findall(r"\)  # (\w+)", code)

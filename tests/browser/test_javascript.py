"""The cases of tests/js, in a real browser."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).parent.parent / "js"
RUN = """async (path) => {
  const { cases } = await import(path);
  const failures = [];
  const same = (got, wanted) => {
    const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (one !== other) throw new Error(`${one} is not ${other}`);
  };
  for (const [name, run] of Object.entries(cases)) {
    try { await run(same); } catch (error) { failures.push(`${name}: ${error.message}`); }
  }
  return [Object.keys(cases).length, failures];
}"""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.cases.mjs")), ids=lambda path: path.name)
def test_pure_modules_pass_their_cases_in_the_browser(visit, path):
    # Beside /static/, so that the cases find the modules under their relative paths.
    page = visit().go("/accounts/login/")
    page.route(
        "**/tests/js/*",
        lambda route: route.fulfill(body=path.read_text(), content_type="text/javascript"),
    )
    count, failures = page.evaluate(RUN, f"/tests/js/{path.name}")
    assert failures == []
    assert count > 0

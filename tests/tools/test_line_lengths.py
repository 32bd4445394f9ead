from pathlib import Path

from tests.conftest import ROOT
from tools.line_lengths import long_lines


def test_no_line_of_the_project_is_too_long():
    assert list(long_lines(ROOT)) == []


def test_each_long_line_is_reported_with_its_place(tmp_path: Path):
    page, sheet = tmp_path / "templates" / "games" / "a.html", tmp_path / "static" / "css" / "a.css"
    for path, limit in ((page, 140), (sheet, 110)):
        path.parent.mkdir(parents=True)
        path.write_text(f"{'ü' * limit}\n{'x' * (limit + 1)}\n", "utf-8")

    assert list(long_lines(tmp_path)) == [
        "templates/games/a.html:2: 141 characters, at most 140 fit. Break the line.",
        "static/css/a.css:2: 111 characters, at most 110 fit. Break the line.",
    ]

"""Which test shows which rule: only one that can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.testing.rules import named_rules

HEAD = "from parlour.testing import kit, rule\nimport pytest\n\n"


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("assert match.over", True),
        ("assert not match.over or match.outcome", True),
        ("with pytest.raises(ValueError):\n        play()", True),
        ("kit.never_stuck(GAME, 2)", True),
        ("pass", False),
        ("assert True", False),
        ("assert match.over or True", False),
        ("assert (match.over, 'it is over')", False),
        ("never_asserted_anything()", False),
        ("checked = same(match)", False),
        ("expectations = shows(match)", False),
    ],
)
def test_a_rule_is_shown_only_by_a_test_that_can_fail(tmp_path: Path, body: str, counts: bool) -> None:
    (tmp_path / "test_some.py").write_text(f'{HEAD}@rule("XYZ-1")\ndef test_it():\n    {body}\n', encoding="utf-8")
    assert named_rules(tmp_path) == ({"XYZ-1": ["test_some.py::test_it"]} if counts else {})

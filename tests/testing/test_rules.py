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
        ("assert not match.over and True", True),
        ("assert match.over and True", True),
        ("assert True and 1", False),
        ("assert match.over == match.over", False),
        ("assert 1 < 2", False),
        ("assert not False", False),
        ("assert [match.over]", False),
        ("assert {'over': match.over}", False),
        ("assert []", True),
        ("assert (seat for seat in match.acting)", False),
        ("assert (over := True)", False),
        ("kit.played(GAME, 2)", False),
        ("for match, _ in kit.play_through(GAME, 2):\n        pass", False),
        ("kit.redealt(GAME, state, 0, 1)", False),
        ("def never():\n        assert match.over", False),
        ("async def later():\n        assert match.over\n    run(later())", True),
        ("if False:\n        assert match.over", False),
        ("while match.acting:\n        assert play()", True),
    ],
)
def test_a_rule_is_shown_only_by_a_test_that_can_fail(tmp_path: Path, body: str, counts: bool) -> None:
    (tmp_path / "test_some.py").write_text(f'{HEAD}@rule("XYZ-1")\ndef test_it():\n    {body}\n', encoding="utf-8")
    assert named_rules(tmp_path) == ({"XYZ-1": ["test_some.py::test_it"]} if counts else {})

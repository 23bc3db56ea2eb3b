"""One test kit for all games: what every game must pass, and the check that every rule has a test.

from parlour.testing import kit, rule

@rule("DOC-08")
def test_a_die_may_show_any_face(): ...

def test_my_game():
    kit.never_stuck(my_game, players=3)
"""

from parlour.testing import kit
from parlour.testing.beside import module_at, positions
from parlour.testing.rules import named_rules, rule, rules_without_test, unknown_rules_in_tests

__all__ = ["kit", "module_at", "named_rules", "positions", "rule", "rules_without_test", "unknown_rules_in_tests"]

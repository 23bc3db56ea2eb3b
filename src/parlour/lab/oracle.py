"""A yardstick that sees all cards: the same search, in the true deal instead of imagined ones. Never an opponent."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from parlour.bots.levels import CHARACTERS, Character, expertise, level
from parlour.bots.opponents import Searcher, changed

ABOUT = "Sees every card. A yardstick only."
SIMULATIONS = 1000


def imagine(state, seat, weights):  # type: ignore[no-untyped-def]
    """Everything is known but what is dealt later."""


class Oracle(Searcher):
    """Handed the true record by the arena, by nobody else."""

    sees_all = True


def oracle(key: str, seed: int | None = None, **changes: Any) -> Oracle:
    """An oracle that thinks like the master, for a thousand simulations."""
    how = changed(level(key, "master"), {"simulations": SIMULATIONS, "seconds": None} | changes)
    knows = expertise(key)
    all_seen = ModuleType(f"parlour.lab.oracle.{key}")
    for name, function in vars(knows).items() if knows else ():
        setattr(all_seen, name, function)
    all_seen.imagine = imagine  # type: ignore[attr-defined]
    return Oracle(Character("Oracle", ABOUT), "oracle", how, seed, knows=_once(key, all_seen), weights=how.weights)


_made: dict[str, ModuleType] = {}


def _once(key: str, module: ModuleType) -> ModuleType:
    return _made.setdefault(key, module)


assert "oracle" not in CHARACTERS

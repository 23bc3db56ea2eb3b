"""Benchmarks, one file a topic: `measure(quick)` gives figures by what was measured and by whom, all of one run.

A game brings topics of its own with `TOPICS` in its `bench.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

from parlour.core.registry import games

Figures = dict[str, dict[str, float | None]]


def measure(topic: str, quick: bool) -> Figures:
    figures: Figures = import_module(f"{__name__}.{topic}").measure(quick)
    return figures


def topics() -> dict[str, Callable[[bool], Figures]]:
    """All that can be measured, by name."""
    found = {module.name: partial(measure, module.name) for module in iter_modules(__path__) if module.name[0] != "_"}
    own = [getattr(game.part("bench"), "TOPICS", {}) for game in games()]
    return {**found, **{name: topic for topics in own for name, topic in topics.items()}}

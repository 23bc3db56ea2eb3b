"""Bots that somebody else wrote, by module and name: `my.module:MyBot`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from parlour.bots.opponents import Bot
from parlour.core.errors import BadSetup


def own_bot(module: str, name: str, key: str, seed: int | None = None) -> Bot:
    """A bot of a class or function by its module and name: called with the game's key and a seed, as far as it takes them."""
    made = own(f"{module}.{name}")
    if isinstance(made, Bot):
        return made
    try:
        wanted = [name for name in inspect.signature(made).parameters if name in ("key", "seed")]
        found = made(**{name: {"key": key, "seed": seed}[name] for name in wanted})
    except TypeError as wrong:
        raise BadSetup(f"{module}:{name} cannot be made: {wrong}. It may take `key` and `seed`, by these names.") from None
    if not isinstance(found, Bot):
        raise BadSetup(f"{module}:{name} gives no parlour.bots.Bot. A function of a view is written {module}.{name}.")
    return found


def own(name: str) -> Callable[..., Any]:
    """A function by its module and name; the module may lie in the folder where we are."""
    if "" not in sys.path:
        sys.path.append("")
    module, _, function = name.rpartition(".")
    try:
        found: Callable[..., Any] = getattr(import_module(module), function)
    except ModuleNotFoundError as missing:
        raise BadSetup(
            f"There is no module {missing.name!r} for the bot {name!r}, neither installed nor in this folder."
        ) from None
    except AttributeError:
        raise BadSetup(f"The module {module!r} has no function {function!r} for the bot {name!r}.") from None
    return found

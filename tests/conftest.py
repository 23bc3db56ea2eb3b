"""For all tests."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import installed  # noqa: F401 (before anybody asks which games there are)
import pytest
from hypothesis import settings
from people import browser, free, person, server  # noqa: F401 (one browser for the pages of the house and of every game)

# How long an example takes is the machine's affair.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# The kits of the games' own tests.
sys.path.extend(str(folder) for folder in sorted((Path(__file__).parent / "games").iterdir()) if folder.is_dir())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The pages last: until then no browser is kept."""
    items.sort(key=uses_browser)


def uses_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@contextmanager
def a_loop_of_its_own(item: pytest.Item) -> Iterator[None]:
    """The event loop of a browser that waits for the next test of pages is in nobody's way: a worker that is done with its own
    pages helps the other with the rest."""
    waiting = None if uses_browser(item) else asyncio._get_running_loop()
    if waiting is None:
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(waiting)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with a_loop_of_its_own(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with a_loop_of_its_own(item):
        return (yield)

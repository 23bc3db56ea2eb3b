"""For all tests."""

import sys
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
    """The pages last, in every worker: once a browser runs, its event loop is the only one that a thread may have."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))

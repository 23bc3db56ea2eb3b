"""Where the tables are kept, as `parlour serve` and `parlour club` are told."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "PARLOUR_DATABASE"
HELP = f"postgresql://… instead of SQLite in the data folder. {VARIABLE} says it unseen by others."


def kept(data: Path | None, database: str | None) -> str:
    """The address of a database, or the file of one: what is asked for by an option comes first."""
    import platformdirs

    if database := database or (None if data else os.environ.get(VARIABLE)):
        return database
    return str((data or Path(platformdirs.user_data_dir("parlour", appauthor=False))) / "tables.db")

"""`parlour club`: what whoever runs a club does with its database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from parlour.cli._tables import HELP, kept
from parlour.core.errors import ParlourError

if TYPE_CHECKING:
    from parlour.server.storage import Store

Done = TypeVar("Done")


@click.group("club")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), default=None, help="The folder of the tables.")
@click.option("--database", default=None, help=HELP)
@click.pass_context
def command(ctx: click.Context, data: Path | None, database: str | None) -> None:
    """Keep a club's database: backups, exports, and whether all of it is sound.

    Takes the same --data or --database as `parlour serve`, which may go on meanwhile.
    """
    ctx.obj = kept(data, database)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.pass_obj
def backup(address: str, file: Path | None) -> None:
    """Write everything into FILE, as it is at one moment. It holds all secrets of the server: keep it as you keep a key."""
    from parlour.server.storage.backup import back_up

    path = file or Path(time.strftime("parlour-%Y-%m-%d-%H%M.backup"))
    counts = _run(lambda: back_up(address, path))
    click.echo(f"{path}: {_rows(counts)}, {path.stat().st_size / 1e6:.1f} MB.")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.pass_obj
def restore(address: str, file: Path) -> None:
    """Put FILE into an empty database, of either kind, and bring it up to date. All of it is put there, or nothing."""
    from parlour.server.storage.backup import restore

    if "://" not in address:
        Path(address).parent.mkdir(parents=True, exist_ok=True)
    click.echo(f"Restored: {_rows(_run(lambda: restore(file, address)))}.")


@command.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", default=None, help="Only the matches of this game.")
@click.pass_obj
def export(address: str, folder: Path, game: str | None) -> None:
    """Write the record of every finished match into FOLDER, for `parlour verify`, `replay` and `review`."""
    from parlour.server.upkeep import export

    async def work() -> tuple[int, list[str]]:
        async with _opened(address) as store:
            return await export(store, folder, game)

    written, unread = _run(work)
    click.echo(f"{written} matches in {folder}.")
    for id in unread:
        click.echo(f"Table {id} cannot be read: `parlour club check` says why.", err=True)


@command.command()
@click.pass_context
def check(ctx: click.Context) -> None:
    """Read everything and say what is wrong. Ends with status 1 if anything is."""
    from parlour.server.upkeep import ills

    async def work() -> int:
        found = 0
        async with _opened(ctx.obj) as store:
            async for sentence in ills(ctx.obj, store):
                click.echo(sentence)
                found += 1
        return found

    if not (wrong := _run(work)):
        click.echo("All of it is sound.")
    ctx.exit(1 if wrong else 0)


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Store]:
    """A database that is there already, and of this version."""
    from parlour.server.storage import SCHEMA, store_at
    from parlour.server.storage.backup import side

    async with side(address, writes=False) as known:
        schema = await known.schema()
    if schema != SCHEMA:
        why = "is empty" if schema is None else f"has schema {schema}, this Parlour works with {SCHEMA}"
        raise ParlourError(f"The database {why}: start `parlour serve` once to bring it up to date.")
    store = store_at(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def _run(work: Callable[[], Awaitable[Done]]) -> Done:
    from parlour.server.storage import StorageDown

    async def whole() -> Done:
        return await work()

    try:
        return asyncio.run(whole())
    except (ParlourError, StorageDown) as wrong:
        raise click.ClickException(str(wrong)) from None
    except ImportError:
        raise click.ClickException("A database at postgresql://… needs the club extra: pip install 'parlour[club]'.") from None


def _rows(counts: dict[str, Any]) -> str:
    total = sum(counts.values())
    return f"{counts.get('tables', 0)} tables, {total} rows"

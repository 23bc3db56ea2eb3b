"""`parlour serve`: open the tables to this machine, the house or a club."""

from __future__ import annotations

import os
import socket
import threading
import time
import webbrowser
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import urlopen

import click

from parlour.cli._tables import HELP, kept
from parlour.core.errors import ParlourError

if TYPE_CHECKING:
    from parlour.server.config import Config


@click.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen at; 127.0.0.1 for this machine only.")  # noqa: S104
@click.option(
    "--port", default=None, type=click.IntRange(1, 65535), help="The port; if none is given 8765 or the next free one."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), default=None, help="The folder for the tables.")
@click.option("--database", default=None, help=HELP)
@click.option("--bus", default=None, help="redis://… between several workers.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="How many processes.")
@click.option("--public-url", default=None, help="The address that others use, for a host behind a name: https://games.example")
@click.option("--origin", "origins", multiple=True, help="Another origin whose pages may talk to this server.")
@click.option(
    "--behind-proxy", "proxies", multiple=True, help="The address or network of a proxy whose X-Forwarded-For can be believed."
)
@click.option(
    "--mail",
    envvar="PARLOUR_MAIL",
    default=None,
    help="Where mails are handed over: smtps://user:password@mail.example. PARLOUR_MAIL says it unseen by others.",
)
@click.option("--mail-from", envvar="PARLOUR_MAIL_FROM", default="", help='Whom they are from: "Parlour <games@example.org>"')
@click.option(
    "--keep",
    type=click.FloatRange(min=0, min_open=True),
    metavar="DAYS",
    help="Delete tables where nothing has happened for so many days. Without it they are kept for ever, and those that "
    "never began for two weeks.",
)
@click.option(
    "--log",
    type=click.Choice(["words", "json"]),
    default="words",
    show_default=True,
    help="What the server tells whoever runs it: sentences when something is wrong, or everything as JSON lines.",
)
@click.option(
    "--bots",
    "guests",
    multiple=True,
    metavar="LEVEL=MODULE:BOT",
    help="Your own bot in the place of a level, such as master=my.module:MyBot. It is shown what its seat may know and nothing "
    "else; no match in which it sits is rated. May be repeated.",
)
@click.option("--closed", is_flag=True, help="No new guests: who was here before plays on, others may watch.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def command(
    host: str,
    port: int | None,
    data: Path | None,
    database: str | None,
    bus: str | None,
    workers: int,
    public_url: str | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    mail: str | None,
    mail_from: str,
    keep: float | None,
    log: str,
    guests: tuple[str, ...],
    closed: bool,
    no_browser: bool,
) -> None:
    """Serve the tables: to this machine and the house, or with --database, --bus and --workers to a club."""
    from parlour.server.addresses import ANYWHERE, link, public_origin
    from parlour.server.config import Config, ReachConfig
    from parlour.server.mailing import MailServer
    from parlour.server.run import check, free_port, run

    try:
        database = kept(data, database)
        if "://" not in database:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        _check(host, proxies)
        _seat(guests)
        _reach("database", database, ("postgresql", "postgres"), "asyncpg", 5432)
        _reach("bus", bus, ("redis", "rediss"), "redis", 6379)
        chosen = free_port(host, 8765) if port is None else free_port(host, port, tries=1)
        public = None if public_url is None else public_origin(public_url)
        if mail and public is None:
            raise ParlourError("Mails need an address to lead to: give --public-url too.")
        config = Config(
            database=database, bus=bus, origins=origins, behind_proxy=proxies, logs=log == "json", terminal=True, keep=keep,
            compile=True,
            listens=(host, chosen), public_url=public,
            closed=closed, reach=ReachConfig(server=MailServer.of(mail, mail_from) if mail else None),
        )  # fmt: skip
        check(config, workers)
        here = link("localhost" if host in (*ANYWHERE, "127.0.0.1", "::1") else host, chosen)
        click.echo(f"Pull up a chair: {here}")
        _invite(config)
        if "://" not in database:
            click.echo(f"The tables are kept in {database}. Stop with Ctrl+C.")
        if not no_browser:
            threading.Thread(target=_open_when_ready, args=(here,), daemon=True).start()
        run(config, host, chosen, workers)
    except ParlourError as wrong:
        raise click.ClickException(str(wrong)) from None
    except OSError as wrong:
        raise click.ClickException(f"The server cannot start: {wrong.strerror or wrong}.") from None


def _seat(guests: tuple[str, ...]) -> None:
    """Let the workers know of the host's own bots; refuse those that cannot be had."""
    if not guests:
        return
    from parlour.bots.own import own
    from parlour.tables.players import guests as brought

    os.environ["PARLOUR_BOTS"] = ",".join(guests)
    for level, (module, name) in brought().items():
        own(f"{module}.{name}")
        click.echo(f"{module}:{name} plays as {level}.")


def _check(host: str, proxies: tuple[str, ...]) -> None:
    """Refuse addresses that nobody can listen at or come from."""
    try:
        socket.getaddrinfo(host, None)
    except OSError:
        raise ParlourError(f"{host!r} is no address of this machine: give --host 127.0.0.1 or 0.0.0.0.") from None
    for proxy in proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            raise ParlourError(f"{proxy!r} is no address or network: give --behind-proxy 10.0.0.2 or 10.0.0.0/24.") from None


def _reach(what: str, address: str | None, schemes: tuple[str, ...], package: str, port: int) -> None:
    """Refuse a database or a bus that nothing here can talk to or that does not answer."""
    if address is None or "://" not in address:
        return
    url = urlsplit(address)
    if url.scheme not in schemes:
        raise ParlourError(f"The {what} {url.scheme}://… is not known: give --{what} {schemes[0]}://…")
    if find_spec(package) is None:
        raise ParlourError(f"A {what} at {url.scheme}://… needs the club extra: pip install 'parlour[club]'.")
    where = url.netloc.rpartition("@")[2]
    if url.hostname is not None:
        try:
            socket.create_connection((url.hostname, url.port or port), timeout=5).close()
        except (OSError, ValueError) as wrong:
            said = f"The {what} at {where} does not answer: {getattr(wrong, 'strerror', None) or wrong}."
            if what == "database":
                raise ParlourError(said) from None
            click.echo(f"{said} Until it does the workers hear of each other by the database alone.", err=True)


def _invite(config: Config) -> None:
    """The address for others, also as a code to scan: the one that the pages tell too."""
    import segno

    from parlour.server.addresses import ANYWHERE

    invitations = config.invitations()
    if not invitations:
        alone = "it is in no network" if config.listens[0] in ANYWHERE else "--host 0.0.0.0 opens the door"
        click.echo(f"Only this machine can sit down: {alone}.")
        return
    first, *more = invitations
    click.echo(f"{'Others' if config.public_url else 'Others in the house'}: {first.address}\n")
    segno.make(first.address, error="m").terminal(compact=True, border=2)
    for way in more:
        click.echo(f"or, in another network{f' ({way.network})' if way.network else ''}: {way.address}")


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            with urlopen(address + "/health", timeout=1):  # noqa: S310
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)


if __name__ == "__main__":
    command()

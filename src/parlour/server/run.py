"""Start the server on one machine: one worker, or several that share a database and a bus."""

from __future__ import annotations

import asyncio
import socket
import sys

import msgspec
import uvicorn

from parlour.core.errors import BadSetup
from parlour.server.config import Config
from parlour.server.porch import Visitor, raise_limit
from parlour.server.storage import StorageDown, store_at
from parlour.server.wire import Wire

APP = "parlour.server.app:from_environment"


def check(config: Config, workers: int) -> None:
    """Whether it can be served: several workers need a bus, and the database is brought up to date."""
    if workers > 1 and (config.bus is None or config.database == ":memory:"):
        raise BadSetup("Several workers need a bus to hear from each other: give --bus redis://…")
    asyncio.run(_prepare(config))


async def _prepare(config: Config) -> None:
    """Bring the database up to date before there are workers; say what is wrong with it instead of failing in each of them."""
    if config.database == ":memory:":
        return
    store = store_at(config.database)
    try:
        await store.open()
    except StorageDown as down:
        raise BadSetup(str(down)) from None
    finally:
        await store.close()


def run(config: Config, host: str, port: int, workers: int = 1) -> None:
    """Serve until interrupted."""
    check(config, workers)
    raise_limit()
    msgspec.structs.replace(config, listens=(host, port)).to_environment()
    uvicorn.run(
        APP,
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http=Visitor,
        ws=Wire,
        proxy_headers=bool(config.behind_proxy),
        forwarded_allow_ips=",".join(config.behind_proxy),
        ws_max_size=config.limits.message * 4,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,  # The journal listens to it.
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )


def free_port(host: str, wanted: int, tries: int = 50) -> int:
    """The wanted port, or the next free one of so many."""
    why = ""
    for port in range(wanted, min(wanted + tries, 2**16)):
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except OSError as wrong:
                why = wrong.strerror or str(wrong)
                continue
            return port
    if tries == 1:
        raise BadSetup(f"Port {wanted} cannot be used ({why}). Give another --port, or leave it out and a free one is found.")
    raise BadSetup(f"No free port from {wanted} to {wanted + tries - 1}. Choose one with --port.")


if __name__ == "__main__":
    try:
        run(Config.from_environment(), sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    except BadSetup as wrong:
        sys.exit(f"Error: {wrong}")

"""Start the server on one machine: one worker, or several that share a database and a bus."""

from __future__ import annotations

import socket

import msgspec
import uvicorn

from parlour.core.errors import BadSetup
from parlour.server.config import Config
from parlour.server.wire import Wire

APP = "parlour.server.app:from_environment"


def check(config: Config, workers: int) -> None:
    """Several workers need a database and a bus that all of them reach."""
    if workers > 1 and (config.bus is None or config.database == ":memory:"):
        raise BadSetup("Several workers need a bus to hear from each other: give --bus redis://…")


def run(config: Config, host: str, port: int, workers: int = 1) -> None:
    """Serve until interrupted."""
    check(config, workers)
    msgspec.structs.replace(config, listens=(host, port)).to_environment()
    uvicorn.run(
        APP,
        factory=True,
        host=host,
        port=port,
        workers=workers,
        ws=Wire,
        proxy_headers=bool(config.behind_proxy),
        forwarded_allow_ips=",".join(config.behind_proxy),
        ws_max_size=config.limits.message * 4,
        ws_per_message_deflate=False,
        access_log=False,
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
    import sys

    run(Config.from_environment(), sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

"""What host/ gives to those who run a club, as it stands: the front by a real Caddy, the commands of the compose file and of
the unit. Docker itself is not run here, nor is systemd: what they would start is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import httpx
import pytest
import yaml
from server_kit import PATIENCE, Party, Served, free_port, play_on, run
from services import Postgres, Redis

from parlour.client import Client
from parlour.server.config import Config, Limits

HOST = Path(__file__).parents[2] / "host"
PARLOUR = str(Path(sys.executable).with_name("parlour"))


def interpolated(text: str, known: dict[str, str]) -> str:
    """What compose makes of ${NAME}, ${NAME:-else} and ${NAME:?why}."""

    def value(found: re.Match[str]) -> str:
        name, how, other = found.groups()
        if name not in known and how == "-":
            return str(other)
        assert name in known, f"nobody says what {name} is"
        return known[name]

    return re.sub(r"\$\{(\w+)(?::([-?])([^}]*))?\}", value, text)


def settings(name: str) -> dict[str, str]:
    lines = (HOST / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def services() -> dict[str, dict]:
    text = interpolated((HOST / "compose.yaml").read_text(), settings("example.env"))
    return yaml.safe_load(text)["services"]


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not ready():
        assert process.poll() is None, f"{what} stopped before it answered"
        assert time.monotonic() < end, f"{what} does not answer"
        time.sleep(0.05)


def well(address: str) -> Callable[[], bool]:
    def ask() -> bool:
        try:
            with urlopen(f"{address}/health", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    return ask


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start programs that are stopped afterwards."""
    processes: list[subprocess.Popen[bytes]] = []

    def begin(command: list[str], **more: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command, env=os.environ | more, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        processes.append(process)
        return process

    yield begin
    for process in processes:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def front(started, tmp_path, monkeypatch) -> Callable[..., str]:
    """Our Caddyfile before some tables, by a real Caddy with a certificate that it makes itself. Returns the address."""

    def begin(*tables: str) -> str:
        caddy = shutil.which("caddy")
        if caddy is None:
            pytest.skip("caddy is not installed: the package caddy brings it")
        port = free_port()
        address = f"https://localhost:{port}"
        process = started(
            [caddy, "run", "--config", str(HOST / "Caddyfile"), "--adapter", "caddyfile"],
            PARLOUR_NAME=address,
            PARLOUR_TABLES=" ".join(tables),
            PARLOUR_HTTP_PORT=str(free_port()),
            XDG_DATA_HOME=str(tmp_path / "caddy"),
            XDG_CONFIG_HOME=str(tmp_path / "caddy-config"),
        )
        root = tmp_path / "caddy" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait_for(lambda: root.exists() and answers(port), process, "caddy")
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        return address

    return begin


def test_a_match_is_played_through_the_front_and_the_command_of_compose(
    started, front, tmp_path, postgres: Postgres, redis: Redis
):
    port = free_port()
    address = front(f"127.0.0.1:{port}")
    known = services()
    command = known["tables"]["command"]
    assert command[:2] == ["parlour", "serve"]
    # Only where things are is said otherwise than in a container.
    here = {
        "--host=0.0.0.0": "--host=127.0.0.1",
        "--port=8765": f"--port={port}",
        "--bus=redis://bus:6379/0": f"--bus={redis.address}",
        "--public-url=https://games.example": f"--public-url={address}",
        "--behind-proxy=172.30.87.0/24": "--behind-proxy=127.0.0.1",
    }
    assert set(here) < set(command)
    assert "--workers=2" in command
    # The password is in no list of processes.
    told = known["tables"]["environment"]
    assert told == {"PARLOUR_DATABASE": "postgresql://parlour:letters-and-digits-only@database:5432/parlour"}
    assert "letters-and-digits-only" not in str(command)
    process = started([PARLOUR, *(here.get(word, word) for word in command[1:])], PARLOUR_DATABASE=postgres.address)
    wait_for(well(f"http://127.0.0.1:{port}"), process, "parlour serve")

    async def test():
        async with Party(address) as party:
            ada, bea = await party.sit_down("doce")
            await play_on(ada, 1) if 0 in ada.acting else await play_on(bea, 1)
            await ada.until(lambda: ada.moves >= 1)
            assert (await party.clients[0].call("GET", "/api/house"))["public"] == address

    run(test())
    with httpx.Client(base_url=address) as client:
        page = client.get("/", headers={"accept-encoding": "identity"})
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        assert client.get("/metrics").status_code == 404  # for those within only
        assert client.get("/health").status_code == 200


def test_the_front_tells_two_workers_who_really_asks_and_goes_on_when_one_dies(front, tmp_path):
    limits = Limits.wide(calls=0.001, call_burst=4)
    config = Config(str(tmp_path / "tables.db"), limits=limits, logs=False, behind_proxy=("127.0.0.1",))
    one, other = Served(config), Served(config)
    try:
        one.start()
        other.start()
        address = front(f"127.0.0.1:{one.port}", f"127.0.0.1:{other.port}")

        def asks(who: str, times: int, **headers: str) -> list[int]:
            # At this machine everybody may call from any address of 127.0.0.0/8.
            with httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address=who)) as client:
                return [client.get("/api/games/doce", headers=headers).status_code for _ in range(times)]

        assert 429 in asks("127.0.0.2", 9)
        # Somebody else has a measure of their own, and what they write before the proxy is not believed.
        assert asks("127.0.0.3", 1, **{"x-forwarded-for": "127.0.0.2"}) == [200]
        assert 429 in asks("127.0.0.3", 9, **{"x-forwarded-for": "203.0.113.9"})
        one.kill()
        assert asks("127.0.0.4", 4) == [200] * 4
    finally:
        one.stop()
        other.stop()


def test_the_unit_is_well_made_and_its_command_serves(started, tmp_path):
    text = (HOST / "parlour.service").read_text().replace("\\\n", " ")
    line = re.search(r"^ExecStart=(.+)$", text, re.MULTILINE)
    assert line is not None
    if analyze := shutil.which("systemd-analyze"):
        unit = tmp_path / "parlour.service"
        unit.write_text(text.replace("/opt/parlour/bin/parlour", PARLOUR))
        found = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60)
        assert [said for said in found.stderr.splitlines() if "parlour.service" in said] == []
    port = free_port()
    where = {"STATE_DIRECTORY": str(tmp_path / "state"), "PARLOUR_URL": f"http://localhost:{port}"}
    command = shlex.split(interpolated(line[1], where).replace("--port 8765", f"--port {port}"))
    assert command[0] == "/opt/parlour/bin/parlour"
    process = started([PARLOUR, *command[1:]])
    wait_for(well(f"http://127.0.0.1:{port}"), process, "parlour serve")

    async def test():
        async with Client(f"http://127.0.0.1:{port}") as client:
            assert await client.create("doce", ["mine", "bot"])

    run(test())
    assert (tmp_path / "state" / "tables.db").is_file()


def test_the_compose_file_leaves_nothing_to_chance():
    known = services()
    assert set(known) == {"database", "bus", "tables", "front"}
    for name, service in known.items():
        assert service["restart"] == "unless-stopped", name
        assert ("ports" in service) == (name == "front"), "only the front is seen from outside"
    assert all(known[name]["healthcheck"]["test"] for name in ("database", "bus", "tables"))
    # The proxy that is believed is the network of these containers, and nobody else.
    networks = yaml.safe_load(interpolated((HOST / "compose.yaml").read_text(), settings("example.env")))["networks"]
    subnet = networks["inside"]["ipam"]["config"][0]["subnet"]
    assert f"--behind-proxy={subnet}" in known["tables"]["command"]
    # What the Dockerfile copies is there, and what it starts is a command.
    dockerfile = (HOST / "Dockerfile").read_text()
    assert '"parlour", "serve"' in dockerfile
    kept = [line[1:] for line in (HOST / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")]
    assert [name for name in kept if not (HOST.parent / name).exists()] == []

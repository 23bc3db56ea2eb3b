"""Where others reach this machine: the addresses of the house, the name of a host behind one, and who is told."""

from __future__ import annotations

import json
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner
from server_kit import Served

from parlour.cli import main
from parlour.core.errors import ParlourError
from parlour.server import addresses
from parlour.server.addresses import Way, public_origin, ways
from parlour.server.config import Config


def house(server: Served, path: str = "/api/house", **headers: str) -> dict:
    with urlopen(Request(server.address + path, headers=headers), timeout=5) as answer:
        return dict(json.load(answer))


@pytest.fixture
def system(monkeypatch):
    """What a machine may say of itself: its interfaces, and which addresses it calls from."""

    def says(interfaces: dict[str, str], out: list[str], names: tuple[str, ...] = (), contained: bool = False) -> None:
        calls = dict(zip((family for family, _ in addresses.OUTSIDE), [*out, None], strict=False))
        monkeypatch.setattr(addresses, "_interfaces", lambda: iter(interfaces.items()))
        monkeypatch.setattr(addresses, "_way_out", lambda family, far: calls.get(family))
        monkeypatch.setattr(addresses, "_by_name", lambda: iter(names))
        monkeypatch.setattr(addresses, "contained", lambda: contained)

    return says


def test_the_way_out_comes_first_and_bridges_to_virtual_machines_are_no_way(system):
    system(
        {"127.0.0.1": "lo", "172.17.0.1": "docker0", "10.0.0.9": "eth0", "192.168.1.5": "wlan0", "169.254.3.4": "eth1"},
        ["192.168.1.5"],
    )
    assert ways("0.0.0.0") == [Way("192.168.1.5", "wlan0"), Way("10.0.0.9", "eth0")]


def test_a_tunnel_is_not_the_house_though_it_is_the_way_out(system):
    system({"10.8.0.2": "tun0", "192.168.1.5": "wlan0"}, ["10.8.0.2"])
    assert [way.address for way in ways("0.0.0.0")] == ["192.168.1.5", "10.8.0.2"]


def test_a_system_that_lists_nothing_is_asked_for_its_name(system):
    system({}, ["192.168.1.5"], names=("127.0.1.1", "192.168.56.1", "192.168.1.5"))
    assert [way.address for way in ways("0.0.0.0")] == ["192.168.1.5", "192.168.56.1"]


def test_long_addresses_are_told_only_where_there_are_no_short_ones(system):
    both = {"192.168.1.5": "wlan0", "fe80::1": "wlan0", "fd00::5": "wlan0"}
    system(both, ["192.168.1.5", "fd00::5"])
    assert [way.address for way in ways("::")] == ["192.168.1.5"]
    system({"fe80::1": "wlan0", "fd00::5": "wlan0"}, [None, "fd00::5"])
    assert [way.address for way in ways("::")] == ["fd00::5"]
    assert ways("0.0.0.0") == []


def test_nobody_is_sent_into_a_container(system):
    system({"172.17.0.3": "eth0"}, ["172.17.0.3"], contained=True)
    assert ways("0.0.0.0") == []
    system({"172.17.0.1": "docker0", "192.168.1.5": "eth0"}, ["192.168.1.5"], contained=True)
    assert [way.address for way in ways("0.0.0.0")] == ["192.168.1.5"]


def test_a_server_for_this_machine_has_no_way_in_and_one_at_an_address_has_that_one(system):
    system({"192.168.1.5": "wlan0", "10.0.0.9": "eth0"}, ["192.168.1.5"])
    assert [ways(host) for host in ("127.0.0.1", "localhost", "::1")] == [[], [], []]
    assert ways("10.0.0.9") == [Way("10.0.0.9")]


@pytest.mark.parametrize(
    "given",
    ["games.example", "ftp://games.example", "https://games.example/parlour", "https://a:b@c.example", "http://x:99999"],
)
def test_a_public_url_is_an_origin(given):
    with pytest.raises(ParlourError, match="without a path"):
        public_origin(given)
    assert public_origin("http://[FD00::5]:80/") == "http://[fd00::5]"


def test_the_addresses_of_the_house_are_told_at_the_machine_itself_alone(serve):
    server = serve(ways=("192.168.1.5", "10.0.0.9"))
    links = [{"link": f"http://{address}:{server.port}"} for address in ("192.168.1.5", "10.0.0.9")]
    assert house(server) == {"ways": links}
    assert house(server, Host=f"localhost:{server.port}") == {"ways": links}
    assert house(server, Host="mara.local") == {}
    assert house(server, Host=f"localhost:{server.port}", **{"X-Forwarded-For": "203.0.113.7"}) == {}


def test_a_host_behind_a_name_tells_the_name_wherever_it_is_asked(serve):
    server = serve(public_url="https://games.example", ways=("192.168.1.5",))
    assert house(server) == house(server, Host="games.example") == {"public": "https://games.example"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "Others in the house: http://192.168.1.5:"),
        ((), "or, in another network (eth0): http://10.0.0.9:"),
        (("--public-url", "https://games.example/"), "Others: https://games.example\n"),
        (("--host", "127.0.0.1"), "Only this machine can sit down: --host 0.0.0.0 opens the door."),
    ],
)
def test_serve_invites_as_the_pages_do(system, monkeypatch, tmp_path, more, said):
    system({"192.168.1.5": "wlan0", "10.0.0.9": "eth0"}, ["192.168.1.5"])
    started: list[Config] = []
    monkeypatch.setattr("parlour.server.run.run", lambda config, *_: started.append(config))
    result = CliRunner().invoke(main, ["serve", "--no-browser", "--data", str(tmp_path), *more])
    assert said in result.output
    assert all(way.address in result.output for way in started[0].invitations())
    assert ("█" in result.output) == bool(started[0].invitations())


def test_a_machine_without_a_network_says_so(system, monkeypatch, tmp_path):
    system({"127.0.0.1": "lo"}, [])
    monkeypatch.setattr("parlour.server.run.run", lambda *_: None)
    result = CliRunner().invoke(main, ["serve", "--no-browser", "--data", str(tmp_path)])
    assert "Only this machine can sit down: it is in no network." in result.output

"""Forged calls: every call there is, with bodies that nearly fit and values that nobody expects. None is a fault of ours."""

from __future__ import annotations

import http.client
import json
import random
import re
from typing import Any
from urllib.parse import quote

import msgspec
import msgspec.inspect as known
from litestar import Litestar
from server_kit import GENEROUS, QUICK, SOAK, Served
from services import Postgres, Redis

from parlour.server import preview
from parlour.server.api import HANDLERS
from parlour.server.club import api as club_api
from parlour.server.club import group_api, reach_api
from parlour.server.config import Config
from parlour.server.cup import api as cup_api

CALLS = 40_000 if SOAK else 1_500
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2, 7, 255, 2**31, 2**53, 2**63, -(2**63), 2**64, 10**30, 0.5, 1e308, -0.0, [], {}, [[]],
    [None], {"": None}, "", " ", "\0", "a\0b", "x" * 300, "\u202eabc", "\ud800", "\U0001f600", "e\u0301" * 20, "..", "../../x",
    "%00", "%s", "$1", "'; DROP TABLE tables", "doce", "2026-01-01", "UTC", "https://fcm.googleapis.com/x", "a@b.cd",
]  # fmt: skip


def routes() -> list[tuple[str, str, Any]]:
    """Method, path and the type of the body of every call."""
    app = Litestar(
        [*HANDLERS, *club_api.HANDLERS, *group_api.HANDLERS, *reach_api.HANDLERS, *preview.HANDLERS, *cup_api.HANDLERS],
        openapi_config=None,
    )
    found = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            body = handler.parsed_fn_signature.parameters.get("data")
            for method in sorted(handler.http_methods - {"HEAD", "OPTIONS"}):
                found.append((str(method), route.path_format, None if body is None else body.raw))
    return found


def value(rng: random.Random, kind: Any, names: dict[str, str], odd: float) -> Any:
    """A value of a type, now and then another one."""
    if rng.random() < odd:
        return rng.choice(ODD)
    if isinstance(kind, known.Metadata):
        return value(rng, kind.type, names, odd)
    if isinstance(kind, known.StructType):
        fields = [field for field in kind.fields if field.required or rng.random() < 0.6]
        known_names = {field.name for field in fields if field.name in names and rng.random() < 0.7}
        return {
            field.encode_name: names[field.name] if field.name in known_names else value(rng, field.type, names, odd)
            for field in fields
        }
    if isinstance(kind, known.UnionType):
        return value(rng, rng.choice(kind.types), names, odd)
    if isinstance(kind, known.LiteralType):
        return rng.choice(kind.values)
    if isinstance(kind, known.ListType | known.VarTupleType | known.SetType):
        return [value(rng, kind.item_type, names, odd) for _ in range(rng.choice((0, 1, 2, 2, 2, 3, 30)))]
    if isinstance(kind, known.TupleType):
        return [value(rng, item, names, odd) for item in kind.item_types]
    if isinstance(kind, known.DictType):
        return {
            rng.choice(("a", "first", "", "\0")): value(rng, kind.value_type, names, odd)
            for _ in range(rng.choice((0, 0, 0, 2)))
        }
    if isinstance(kind, known.IntType):
        return rng.choice((kind.ge or 0, kind.le or 1, 0, 1, 2, 3, 60))
    if isinstance(kind, known.FloatType):
        return rng.choice((0.0, 1.5, -3, 1e9))
    if isinstance(kind, known.BoolType):
        return rng.random() < 0.5
    if isinstance(kind, known.StrType):
        longest, shortest = "x" * (kind.max_length or 9), "y" * (kind.min_length or 1)
        return rng.choice(("abc", "doce", "Ada", longest, shortest, "2026-11-19", "Europe/Berlin"))
    return None if isinstance(kind, known.NoneType) else rng.choice(ODD)


class Forger:
    """Somebody with two devices who has seen some ids."""

    def __init__(self, port: int) -> None:
        self.port, self.rng = port, random.Random(3)
        self.tokens = [self.call("POST", "/api/devices", None, "")[1]["token"] for _ in range(2)]
        self.names: dict[str, list[str]] = {"key": ["doce", "ion"], "game": ["doce"]}
        self.names |= {"match": ["1", "0"], "seat": ["0", "1"], "move": ["1"]}
        mine, bot = {"kind": "mine"}, {"kind": "bot"}
        for number, seats in enumerate(([mine, {"kind": "open"}], [mine, bot], [mine, mine], [bot, bot])):
            token, table = self.tokens[number % 2], {"game": "doce", "seats": seats, "start": number > 0}
            self.learn(self.call("POST", "/api/tables", json.dumps(table).encode(), token)[1])
            self.learn(self.call("POST", "/api/clubs", b'{"name":"Ours"}', token)[1])

    def call(self, method: str, path: str, body: bytes | None, token: str, **headers: str) -> tuple[int, Any]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            said = {"authorization": f"Bearer {token}", "content-type": "application/json"} if token else {}
            line.request(method, path, body, said | headers)
            got = line.getresponse()
            content = got.read()
            try:
                return got.status, json.loads(content)
            except ValueError:
                return got.status, content
        finally:
            line.close()

    def learn(self, answer: Any) -> None:
        """Ids in an answer are of use in the next calls."""
        if isinstance(answer, dict):
            for name, found in answer.items():
                if isinstance(found, str) and re.fullmatch(r"[A-Za-z0-9_-]{8,43}", found):
                    self.names[name] = [*self.names.get(name, [])[-5:], found]
                else:
                    self.learn(found)
        elif isinstance(answer, list):
            for part in answer:
                self.learn(part)

    def path(self, path: str) -> str:
        def fill(match: re.Match[str]) -> str:
            name = match[1]
            seen = self.names.get(name) or self.names.get("id", [])
            if seen and self.rng.random() < 0.85:
                return quote(self.rng.choice(seen))
            return quote(str(self.rng.choice(ODD)).encode("utf-8", "replace"), safe="")

        filled = re.sub(r"\{([a-z_]+)[^}]*\}", fill, path)
        if self.rng.random() < 0.3:
            name = self.rng.choice(("search", "seat", "before", "lang", "club", "most", "game", "since", "person", "code"))
            filled += f"?{name}={quote(str(self.rng.choice(ODD)).encode('utf-8', 'replace'))}"
        return filled

    def body(self, kind: Any) -> bytes:
        names = {name: self.rng.choice(seen) for name, seen in self.names.items()}
        try:
            made = value(self.rng, msgspec.inspect.type_info(kind), names, self.rng.choice((0.0, 0.0, 0.03, 0.2)))
        except (TypeError, IndexError):
            made = self.rng.choice(ODD)
        text = json.dumps(made).encode()
        way = self.rng.randrange(12)
        if way == 0:
            return text[: self.rng.randrange(1 + len(text))]
        if way == 1:
            at = self.rng.randrange(1 + len(text))
            return text[:at] + bytes([self.rng.randrange(256)]) + text[at:]
        return text


def forge(server: Served, calls: int) -> dict[int, int]:
    forger, all_routes = Forger(server.port), routes()
    assert len(all_routes) > 60
    answers: dict[int, int] = {}
    for number in range(calls):
        method, path, kind = all_routes[number % len(all_routes)]
        if path in ("/metrics", "/health"):
            continue
        token = forger.rng.choice([*forger.tokens, *forger.tokens, "", "x" * 43])
        to, body = forger.path(path), None if kind is None else forger.body(kind)
        headers = {"accept-language": forger.rng.choice(("de", "ja", "xx", "\xff", "de;q=x,,,"))} if number % 5 == 0 else {}
        status, said = forger.call(method, to, body, token, **headers)
        answers[status] = answers.get(status, 0) + 1
        assert status < 500, (method, to, body, said)
        assert "parlour_faults_total" not in server.metrics(), (method, to, body, said)
        if status >= 400 and to.startswith("/api"):
            assert isinstance(said, dict), (method, to, body, said)
            assert said["sentence"], (method, to, body, said)
        if status < 300:
            forger.learn(said)
    return answers


def test_no_forged_call_is_a_fault_of_the_server(serve):
    server = serve(compile=False)
    answers = forge(server, CALLS)
    assert sum(count for status, count in answers.items() if status < 300) > CALLS / 20, answers
    assert sum(count for status, count in answers.items() if status >= 400) > CALLS / 5, answers


def test_nor_is_one_where_postgresql_reads_every_value(postgres: Postgres, redis: Redis):
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, logs=False, compile=False)
    server = Served(config).start()
    try:
        forge(server, CALLS)
    finally:
        server.stop()


def test_what_was_found_is_refused_in_a_sentence(serve):
    server = serve(compile=False)
    forger = Forger(server.port)
    table, huge = forger.names["table"][0], 2**64
    for method, path, body in (
        ("POST", "/api/clubs", b'{"name":"\xa3"}'),
        ("POST", "/api/me/claim", b'{"code\xdb": "6Z7SCZJJ"}'),
        ("GET", f"/api/tables/{table}/matches/{huge}/review", None),
        ("GET", f"/api/tables/{table}/matches/-1/record", None),
        ("POST", f"/api/tables/{table}/seats/{huge}/code", None),
        ("GET", f"/api/me/history?before={huge}", None),
        ("GET", "/api/me/history?game=%00", None),
        ("GET", "/api/games/doce/leaders?club=%00", None),
    ):
        status, said = forger.call(method, path, body, forger.tokens[0])
        assert status == 400, (path, said)
        assert said["sentence"]
    assert "parlour_faults_total" not in server.metrics()


def test_whoever_knows_all_ids_of_somebody_changes_nothing_of_theirs(serve):
    server = serve(compile=False)
    eve, all_routes = Forger(server.port), [route for route in routes() if route[0] != "GET" or "{" in route[1]]
    token = eve.call("POST", "/api/devices", None, "")[1]["token"]

    def ada(method: str, path: str, **body: Any) -> Any:
        status, said = eve.call(method, path, json.dumps(body).encode() if body else None, token)
        assert status < 300, said
        return said

    me = ada("POST", "/api/me", name="Ada", sign=3, colour=4)["id"]
    club, seats = ada("POST", "/api/clubs", name="Spoons")["id"], [{"kind": "mine", "name": "Ada"}, {"kind": "open"}]
    table = ada("POST", "/api/tables", game="doce", seats=seats)["table"]
    ada("POST", f"/api/clubs/{club}/tables", table=table)
    plan = {"name": "Autumn cup", "game": "doce", "kind": "swiss", "clock": {"kind": "move", "seconds": 60}}
    cup = ada("POST", "/api/cups", **plan)["id"]
    ada("POST", f"/api/cups/{cup}/acts", type="join", name="Ada")
    quiet = {"kinds": ["turn"], "quiet": [1300, 400], "zone": "Europe/Rome"}
    ada("PUT", "/api/reach", **quiet)

    def hers() -> list[Any]:
        """All of it but what others may do there: take part, sit down, call her."""
        export, shown, seen = ada("GET", "/api/me/export"), ada("GET", f"/api/clubs/{club}"), ada("GET", f"/api/cups/{cup}")
        own = next(member for member in shown["members"] if member["me"])
        at_table = ada("GET", f"/api/tables/{table}")
        return [
            {name: rows for name, rows in export.items() if name != "calls"},
            ada("GET", "/api/reach"),
            (shown["name"], shown["host"], own["host"], own["person"]),
            (seen["plan"], seen["phase"], seen["host"], seen["players"][0], seen.get("halted")),
            (at_table["mine"], at_table["table"]["seats"][0], at_table["table"]["settings"]),
        ]

    known = {"person": me, "people": me, "club": club, "cup": cup, "table": table, "game": "doce", "key": "doce", "seat": "0"}
    before, answers = hers(), 0
    for _ in range(CALLS // 2):
        method, path, kind = eve.rng.choice(all_routes)
        if path.startswith(("/api/me/delete", "/api/me/part")):
            continue  # What Eve does to herself.
        eve.names = {name: [value] for name, value in known.items()} | {"id": [me, club, cup, table], "player": ["0"]}
        status, said = eve.call(method, eve.path(path), None if kind is None else eve.body(kind), eve.tokens[0])
        assert status < 500, (method, path, said)
        answers += status < 300
    assert answers > 20
    assert hers() == before

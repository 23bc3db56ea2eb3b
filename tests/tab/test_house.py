"""The house of a browser's tab, without a browser: the same calls and sockets as a server's, kept on the device."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import module_at

from parlour.server import bundle

ROOT = Path(__file__).parents[2]

HOUSE = """
import asyncio, json, random, sys
from parlour.tab.house import HERE, House, thought
from parlour.server import messages as m

class Kept(dict):
    full = False
    async def all(self): return list(self.items())
    async def put(self, keys, values):
        if self.full:
            raise RuntimeError("QuotaExceededError: the quota has been exceeded")
        self.update(zip(keys, map(bytes, values)))
    async def delete(self, keys):
        for key in keys:
            self.pop(key, None)

class Host:
    def __init__(self, kept): self.kept, self.heard, self.ends = kept, [], []
    def said(self, socket, message): self.heard.append(json.loads(message))
    def closed(self, socket, code): self.ends.append(code)
    async def think(self, asked): return thought(asked)

async def opened(kept):
    house = House(Host(kept))
    await house.open()
    return house, house._host

async def call(house, method, path, body=None, token=None):
    headers = {"Accept-Language": "en", **({"Authorization": f"Bearer {token}"} if token else {})}
    sent = json.dumps(body) if body is not None else ""
    status, kind, said = json.loads(await house.call(method, path, json.dumps(headers), sent))
    return status, json.loads(said) if kind == "application/json" else said

async def table(house, game="dokitto", seats=2, **more):
    token = (await call(house, "POST", "/api/devices"))[1]["token"]
    seated = [{"kind": "mine", "name": "Mara"}, *({"kind": "bot", "level": "easy"} for _ in range(seats - 1))]
    made = await call(house, "POST", "/api/tables", {"game": game, "seats": seated, "start": True, **more}, token)
    assert made[0] == 201, made
    house.connect(1)
    house.say(1, json.dumps({"type": "hello", "table": made[1]["table"], "protocol": m.PROTOCOL, "token": token}))
    return made[1]["table"], token
"""

MATCH = """
async def main():
    kept = Kept()
    house, host = await opened(kept)
    status, games = await call(house, "GET", "/api/games")
    assert status == 200 and len(games) >= 5
    assert (await call(house, "GET", "/api/games/nobody"))[0] == 404
    assert (await call(house, "GET", "/api/nothing"))[0] == 404
    assert (await call(house, "POST", "/api/tables", {"game": 7}))[0] == 400
    assert (await call(house, "GET", "/api/games/doce/rules?search=win"))[1][0]["id"].startswith("DOC")
    import parlour
    position = parlour.game("dokitto").new(2, seed=1, first_lead=0).position() | {"score": [9, 9]}
    id, token = await table(house, position=position)
    assert id.startswith(HERE)
    moves, over = 0, False
    for _ in range(4000):
        await asyncio.sleep(0.01)
        for said in host.heard[:]:
            host.heard.remove(said)
            over = over or (said.get("table") or {}).get("phase") == "over"
            for side in said.get("sides") or ():
                if side.get("moves"):
                    move = side["moves"][0]["move"]
                    play = {"type": "play", "id": f"move{moves:08}", "seat": 0, "move": move, "at": said.get("moves") or 0}
                    house.say(1, json.dumps(play))
                    moves += 1
        if over:
            break
    assert over and moves, (moves, host.heard)
    status, record = await call(house, "GET", f"/api/tables/{id}/matches/1/record", token=token)
    assert status == 200
    # The tab is closed and opened again.
    house, host = await opened(kept)
    status, mine = await call(house, "GET", "/api/mine", token=token)
    assert [one["id"] for one in mine] == [id], mine
    status, replay = await call(house, "GET", f"/api/tables/{id}/matches/1/replay", token=token)
    assert status == 200 and len(replay["steps"]) > 2
    assert (await call(house, "GET", f"/api/tables/{id}/matches/1/verify", token=token))[1]["fair"]
    # Its review is made by whoever thinks.
    for _ in range(600):
        status, found = await call(house, "GET", f"/api/tables/{id}/matches/1/review", token=token)
        if status != 200 or "review" in found:
            break
        await asyncio.sleep(0.05)
    assert status == 200 and len(found["review"]["steps"]) == len(replay["steps"]) - 1, found
    # The same record, brought as a file.
    status, brought = await call(house, "POST", f"/api/records/{HERE}new", {"record": record})
    assert status == 200, brought
    again = await call(house, "GET", f"/api/tables/{brought['table']}/matches/1/replay")
    assert again[1]["steps"] == replay["steps"]
    for _ in range(600):
        status, same = await call(house, "GET", f"/api/tables/{brought['table']}/matches/1/review")
        if status != 200 or "review" in same:
            break
        await asyncio.sleep(0.05)
    assert status == 200 and same["review"] == found["review"] and len(same["names"]) == 2, same
    status, said = await call(house, "POST", f"/api/records/{HERE}new", {"record": record.replace("dokitto", "doce", 1)})
    assert status == 400 and said["sentence"], said

asyncio.run(main())
"""

BROKEN = """
async def main():
    kept = Kept()
    house, host = await opened(kept)
    good, token = await table(house)
    await asyncio.sleep(0.3)
    bad = "here-" + "x" * 22
    for key in [key for key in kept if f"/{good}/" in key]:
        kept[key.replace(good, bad)] = kept[key]
    first = min(key for key in kept if bad in key)
    kept[first] = kept[first].replace(b"dokitto", b"doketto")
    kept["e/here-cut/000000001"] = kept[first][:20]
    kept["other/thing"] = b"not ours"
    late = "here-" + "y" * 22
    for key in [key for key in kept if f"/{good}/" in key]:
        kept[key.replace(good, late)] = kept[key]
    last = f"e/{late}/{1 + sum(late in key for key in kept):09}"
    kept[last] = b""
    before = dict(kept)
    house, host = await opened(kept)
    assert set(house.hub.store.damaged) == {"e/here-cut/000000001", "other/thing", last}
    status, said = await call(house, "GET", f"/api/tables/{late}", token=token)
    assert (status, said["code"]) == (410, "unreadable"), "it would go on without what was played last"
    status, said = await call(house, "GET", f"/api/tables/{bad}", token=token)
    assert (status, said["code"]) == (410, "unreadable") and said["sentence"], said
    assert (await call(house, "GET", f"/api/tables/{good}", token=token))[0] == 200
    status, said = await call(house, "GET", "/api/asides")
    assert {one["table"] for one in said} == {bad, late, "here-cut"}
    assert all("What was played is kept." in one["sentence"] for one in said)
    assert {key: kept[key] for key in before} == before, "what cannot be read is left where it is"
    kept.full = True
    seats = [{"kind": "mine", "name": "M"}, {"kind": "bot", "level": "easy"}]
    status, said = await call(house, "POST", "/api/tables", {"game": "doce", "seats": seats}, token)
    assert status == 503 and "no room left" in said["sentence"], said

asyncio.run(main())
"""


def imported_at_once(path: Path) -> Iterator[str]:
    """The packages that a module imports as soon as it is imported itself."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)


def test_a_tab_has_all_of_pythons_library_that_the_house_imports() -> None:
    """Rooms of it that no table enters are left out of what a page fetches (web/pages.py)."""
    lacking = set(module_at(ROOT / "web" / "pages.py", "parlour_web_pages").NOT_IN_A_TAB)
    for name, path in bundle.files():
        if path.suffix == ".py" and path.name != "wasmtime.py":  # for where there is no browser
            assert not lacking & set(imported_at_once(path)), name


def test_whatever_the_house_imports_goes_with_it() -> None:
    sources = {name: path.read_text(encoding="utf-8") for name, path in bundle.files() if name.endswith(".py")}
    names = set(sources)
    for name, source in sources.items():
        for asked in re.findall(r"^(?:from|import) (parlour(?:\.\w+)+)", source, re.M):
            file = asked.replace(".", "/")
            assert {f"{file}.py", f"{file}/__init__.py"} & names, f"{name} imports {asked}, which is not in a tab"


def test_what_a_page_fetches_is_the_same_whoever_makes_it() -> None:
    assert bundle.bundle() == bundle.bundle.__wrapped__()
    assert bundle.bundle_path().endswith(".tar.gz")
    names = [name for name, _ in bundle.contents()]
    assert len(names) == len(set(names)) > 200
    assert not any("net.npz" in name for name in names)


@pytest.mark.parametrize("story", [MATCH, BROKEN], ids=["a whole match, kept and told again", "what is broken or full"])
def test_a_tab_is_a_house_of_its_own(story: str) -> None:
    """In a process of its own: there the place of the web framework is taken by the tab's."""
    done = subprocess.run([sys.executable, "-c", HOUSE + story], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]

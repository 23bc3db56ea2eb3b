"""TypeScript types of all messages and of every game's view, moves, events, facts and position, made from the Python types.

`python -m parlour.server.typescript` writes `web/src/lib/messages.ts` and `web/src/games/<key>/messages.ts`; a test fails
when they are not fresh. `python -m parlour.server.typescript GAME FILE` writes those of a game that lives elsewhere.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from parlour.core.game import Game
from parlour.core.registry import built_in
from parlour.core.registry import game as game_of
from parlour.server import messages
from parlour.server.club.bodies import BODIES as CLUB
from parlour.server.club.reach_bodies import BODIES as REACH
from parlour.tables import shown

HEAD = "// Made by `python -m parlour.server.typescript`; changes belong into the Python types.\n"
PREFIX = "#/$defs/"


def _type(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(PREFIX)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
        inner = _type(schema.get("items") or {})
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        if "properties" in schema:
            return _object(schema)
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    known = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
    return known.get(str(kind), "unknown")


def _object(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    fields = [f"  {name}{'' if name in required else '?'}: {_type(part)};" for name, part in schema["properties"].items()]
    return "{\n" + "\n".join(fields) + "\n}"


def _declared(schema: dict[str, Any], name: str) -> str:
    said = schema.get("description", "").strip()
    comment = f"/** {said.replace('*/', '')} */\n" if said else ""
    return f"{comment}export type {name} = {_type(schema)};\n"


def types(roots: dict[str, Any]) -> str:
    """Declarations of the named types and of everything they are made of."""
    schemas, parts = msgspec.json.schema_components(roots.values(), ref_template=PREFIX + "{name}")
    named = {name: _declared(schema, name) for name, schema in parts.items()}
    for name, schema in zip(roots, schemas, strict=True):
        if schema.get("$ref") != PREFIX + name:
            named[name] = _declared(schema, name)
    return HEAD + "\n" + "\n".join(named[name] for name in sorted(named))


def of_messages() -> str:
    constants = {
        "PROTOCOL": messages.PROTOCOL,
        "LONGEST_CHAT": shown.LONGEST_CHAT,
        "LONGEST_NAME": shown.LONGEST_NAME,
        "EMOTES": list(shown.EMOTES),
    }
    roots = {"ClientMessage": messages.ClientMessage, "ServerMessage": messages.ServerMessage}
    lines = "".join(f"export const {name} = {json.dumps(value)} as const;\n" for name, value in constants.items())
    return types(roots | {body.__name__: body for body in (*messages.REST_BODIES, *CLUB, *REACH)}) + "\n" + lines


def shapes(game: Game) -> dict[str, Any]:
    """The types of a game's view, moves and position, and of its plan, physics, practice and reports if it has them."""
    moves: Any = game.moves[0]
    for kind in game.moves[1:]:
        moves = moves | kind
    view = get_type_hints(type(game).view).get("return", dict[str, Any])
    kinds = {"View": view, "GameMove": moves, "Position": game.Position}
    if type(game).plan is not Game.plan:
        kinds["Plan"] = get_type_hints(game.plan)["return"]
    if type(game).model is not Game.model:
        kinds["Model"] = get_type_hints(game.model)["return"]
    if type(game).practise is not Game.practise:
        kinds |= {"PracticeAsk": game.Ask, "PracticeAnswer": get_type_hints(game.practise)["return"]}
    if game.Report is not None:
        kinds["Report"] = game.Report
    return kinds


def events(game: Game) -> str:
    """What can happen in a game, by kind: every field is a number, and null to those who may not know it."""
    fields = {
        told.name: "".join(f"; {field}: number{' | null' if field in told.secret else ''}" for field in told.fields.split())
        for told in game.told.values()
    }
    kinds = "".join(f'\n  | {{ kind: "{name}"{more} }}' for name, more in fields.items())
    return f"/** What happens in this game, as the log carries it. */\nexport type GameEvent ={kinds or ' never'};\n"


def of_game(game: Game) -> str:
    facts = json.dumps(game.facts(), ensure_ascii=False)
    said = types(shapes(game)) + "\n" + events(game)
    return said + (f"\nexport const FACTS = {facts} as const;\n" if game.facts() else "")


def generated() -> Iterator[tuple[str, str]]:
    """Every file, by its path below `web/src`, and its text."""
    yield "lib/messages.ts", of_messages()
    for key in built_in():
        yield f"games/{key}/messages.ts", of_game(game_of(key))


def write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def main(asked: list[str]) -> None:
    match asked:
        case []:
            for name, text in generated():
                write(Path(__file__).parents[3] / "web" / "src" / name, text)
        case [key, file]:
            write(Path(file), of_game(game_of(key)))
        case _:
            raise SystemExit("python -m parlour.server.typescript [GAME FILE]")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The REST calls about games: what there is to play, its rules, guide and puzzles. docs/protocol.md lists them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour.core.game import Game
from parlour.core.options import Choice, Number, Option, Seat, Subset, Switch, Time
from parlour.core.registry import keys
from parlour.core.words import Words, say
from parlour.review.puzzles import PuzzleSaid, stock
from parlour.review.puzzles import told as told_puzzles
from parlour.server import messages as m
from parlour.server.asking import AnyRequest, address_of, hub_of, words_of
from parlour.server.limits import spend
from parlour.server.typescript import shapes
from parlour.tables.errors import Unfit
from parlour.tables.fast import is_compiled
from parlour.tables.players import levels


def option_info(option: Option, words: Words) -> m.OptionInfo:
    kinds = ((Choice, "choice"), (Switch, "switch"), (Time, "time"), (Number, "number"), (Seat, "seat"), (Subset, "subset"))
    kind: Any = next((name for known, name in kinds if isinstance(option, known)), "other")
    info = m.OptionInfo(option.name, kind, option.default, option.rule, words.fill(option.help, {}), words.of(option.choices()))
    info.words, info.labels = list(option.labels()), [words.of(label) for label in option.labels().values()]
    info.printed = option.printed
    if isinstance(option, Number):
        info.least, info.most, info.step = option.least, option.most, option.step
    return info


def game_info(game: Game, words: Words) -> m.GameInfo:
    return m.GameInfo(
        key=game.key,
        name=game.name,
        pitch=words.fill(game.pitch, {}),
        minutes=game.minutes,
        seats=list(game.seats),
        seat_names=[words.of(name) for name in game.seat_names(game.seats[-1])],
        version=game.version,
        prefix=game.prefix,
        options=[option_info(option, words) for option in game.options],
        levels=list(levels()),
        speed="compiled" if is_compiled(game) else "plain",
        page=f"/games/{game.key}/page.js" if (game.folder / "page" / "page.js").is_file() else "",
        puzzles=len(stock(game)),
    )


@get("/api/games", sync_to_thread=False)
def list_games(request: AnyRequest) -> list[m.GameInfo]:
    """All games."""
    return [game_info(hub_of(request).find(key), words_of(request)) for key in keys()]


@get("/api/games/{key:str}", sync_to_thread=False)
def one_game(request: AnyRequest, key: FromPath[str]) -> m.GameInfo:
    return game_info(hub_of(request).find(key), words_of(request))


@get("/api/games/{key:str}/rules", sync_to_thread=False)
def rules(
    request: AnyRequest, key: FromPath[str], search: Annotated[str, QueryParameter(max_length=100)] = ""
) -> list[m.RuleInfo]:
    """The numbered rules, or those that are about all the words, as people say them."""
    game, spoken = hub_of(request).find(key), words_of(request).code
    found = game.find_rules(search, spoken) if search else list(game.ledger_in(spoken).rules.values())
    return [m.RuleInfo(rule.id, rule.section, rule.text) for rule in found]


@get("/api/games/{key:str}/rules/{rule:str}", sync_to_thread=False)
def one_rule(request: AnyRequest, key: FromPath[str], rule: FromPath[str]) -> m.RuleInfo:
    found = hub_of(request).find(key).ledger_in(words_of(request).code).rule(rule)
    return m.RuleInfo(found.id, found.section, found.text)


@get("/api/games/{key:str}/guide", sync_to_thread=True)
def guide(request: AnyRequest, key: FromPath[str]) -> m.GuideInfo:
    """The game on one illustrated page, before the numbered rules; no section for a game without a guide."""
    return m.GuideInfo(hub_of(request).find(key).guide(words_of(request)))


@get("/api/games/{key:str}/puzzles", sync_to_thread=True)
def puzzles(request: AnyRequest, key: FromPath[str]) -> list[PuzzleSaid]:
    """Positions with a task and one right answer, in the order in which they become the puzzle of a day."""
    return told_puzzles(hub_of(request).find(key), words_of(request))


@get("/api/games/{key:str}/schema", sync_to_thread=False)
def game_schema(request: AnyRequest, key: FromPath[str]) -> dict[str, Any]:
    """JSON schemas of the game's view, moves and position."""
    found, parts = msgspec.json.schema_components(
        (kinds := shapes(hub_of(request).find(key))).values(), ref_template="#/$defs/{name}"
    )
    return {**dict(zip(kinds, found, strict=True)), "$defs": parts}


@get("/api/games/{key:str}/plan", sync_to_thread=True)
def game_plan(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """The place where the game is played, as data for its scene."""
    game = hub_of(request).find(key)
    if type(game).plan is Game.plan:
        raise Unfit("no_page", say("{game} is played on a table: it has no plan.", game=game.name))
    return Response(msgspec.json.encode(game.plan()), media_type=MediaType.JSON)


@get("/api/games/{key:str}/model", sync_to_thread=True)
def game_model(request: AnyRequest, key: FromPath[str]) -> Response[bytes]:
    """The physics of the game's world, for pages that look ahead."""
    game = hub_of(request).find(key)
    if type(game).model is Game.model:
        raise Unfit("no_page", say("{game} is played without physics: it has no model.", game=game.name))
    return Response(msgspec.json.encode(game.model()), media_type=MediaType.JSON)


@post("/api/games/{key:str}/practice", status_code=200)
async def practise(request: AnyRequest, key: FromPath[str], data: JSONBody[dict[str, Any]]) -> Response[bytes]:
    """One try outside of any match; nothing is kept."""
    hub = hub_of(request)
    game = hub.find(key)
    if type(game).practise is Game.practise:
        raise Unfit("no_page", say("{game} has nothing to practise.", game=game.name))
    spend(hub.budgets.tries, address_of(request))
    hub.prepare(game)
    answer = await hub.world(lambda: msgspec.json.encode(game.practise(data)))
    return Response(answer, media_type=MediaType.JSON)


GAMES = [list_games, one_game, rules, one_rule, guide, puzzles, game_schema, game_plan, game_model, practise]

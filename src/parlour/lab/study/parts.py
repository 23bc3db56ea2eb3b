"""The questions of a study, and their answers from what was played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

import msgspec

from parlour.core.game import Game
from parlour.core.words import who
from parlour.lab.study.figures import Figure, Part, Row, by_deals, mean_of, part_of, shared
from parlour.lab.study.matches import MOST_VALUES, Told
from parlour.lab.study.random_play import Sums
from parlour.lab.study.rules_used import Used

TIMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SHAPE = {
    "moves": "moves a game",
    "decisions": "decisions a game",
    "choices": "choices a decision",
    "leads": "how often another seat comes to lead alone",
    "behind": "points that the winner was behind at most",
    "winner's points": "points of whoever wins",
    "margin": "points between the first and the second",
}
RARE = 30
"""What happened to fewer seats says nothing."""


def shape(found: dict[str, Sums], command: str) -> Part:
    """How long a game goes, how much there is to decide, how much happens."""
    rows = [Row(words, [mean_of(*sums.numbers[name], sums.games) for sums in found.values()]) for name, words in SHAPE.items()]
    return Part("shape", "How a game goes", "Random moves.", list(found), rows, command)


def rates(found: dict[str, Sums], command: str) -> Part:
    """How often something is so."""
    kinds = list(found.values())
    rows = [
        Row("decisions with one choice", [mean_of(*sums.numbers["forced"], sums.games) for sums in kinds]),
        Row("shared victories", [part_of(sums.ties, sums.ended) for sums in kinds]),
        Row("games that came to no end", [part_of(sums.games - sums.ended, sums.games) for sums in kinds]),
    ]
    return Part("rates", "How often", "Random moves.", list(found), rows, command, "%")


def seats(found: dict[str, Sums], command: str) -> Part:
    """Who wins by the order of play."""
    return by_turn({name: [shared(*pair, sums.counts[0]) for pair in sums.shares] for name, sums in found.items()}, command)


def bots_seats(played: Sequence[Told], levels: Sequence[str], players: int, command: str) -> Part:
    """The same among bots."""
    turns: list[dict[int, list[float]]] = [defaultdict(list) for _ in range(players)]
    for one in played:
        for turn in range(players if one.began >= 0 else 0):
            turns[turn][one.seed].append(one.shares[(one.began + turn) % players])
    found = {f"{players} players": [by_deals(turn) for turn in turns]} if turns[0] else {}
    return msgspec.structs.replace(by_turn(found, command, f"Bots: {', '.join(levels)}."), key="bots-seats")


def by_turn(found: Mapping[str, Sequence[Figure]], command: str, who: str = "Random moves.") -> Part:
    rows = []
    for turn in range(max(map(len, found.values()), default=0)):
        cells: list[Figure | str] = [column[turn] if turn < len(column) else "" for column in found.values()]
        rows.append(Row(f"{TIMES[turn]} to play", cells))
    rows += [Row("fair", [f"{1 / len(column):.1%}" for column in found.values()])] if rows else []
    about = f"The part of the victories by who begins; a shared victory counts in parts. {who}"
    return Part("seats", "Does it matter who begins?", about, list(found), rows, command, "%")


def settled(found: dict[str, Sums], command: str) -> Part:
    """How early the winner is known."""
    rows = [
        Row(f"after {10 * (tenth + 1)} % of the moves", [part_of(sums.settled[tenth], sums.ended) for sums in found.values()])
        for tenth in range(9)
    ]
    about = "In how many games the winner led alone from then on, by the points that are counted so far."
    return Part("settled", "How early is the winner ahead for good?", about, list(found), rows, command, "%")


def lengths(found: dict[str, Sums], command: str) -> Part:
    rows = []
    for part in (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99):
        rows.append(Row(f"{part:.0%} of the games take at most", [f"{quantile(sums, part)} moves" for sums in found.values()]))
    return Part("lengths", "How long does it take?", "Random moves.", list(found), rows, command)


def quantile(sums: Sums, part: float) -> int:
    left = part * sums.games
    for length in sorted(sums.lengths):
        left -= sums.lengths[length]
        if left <= 0:
            return length
    return max(sums.lengths)


def rules(game: Game, used: Used, command: str) -> Part:
    """How often the code of every rule runs."""
    rows, silent = [], []
    for id, rule in game.ledger.rules.items():
        if id in used.within:
            times = used.times[id] / used.matches
            words = " ".join(rule.text.replace("*", "").split())
            rows.append(Row(f"{id} {words[:90]}", [part_of(used.within[id], used.matches), f"{times:.1f}"]))
        else:
            silent.append(id)
    rows.sort(key=lambda row: row.cells[0].value if isinstance(row.cells[0], Figure) else 0)
    about = (
        f"The code of this rule ran in so many of {used.matches} random matches, so many times a match; the rarest first. "
        f"{len(silent)} entries of the ledger have no code of their own (they say what there is, or how to count), or it never "
        f"ran: {', '.join(silent)}."
    )
    return Part("rules", "Which rules come up?", about, ["matches with it", "times a match"], rows, command, "%")


def ends(reasons: Mapping[str, int], about: str, command: str) -> Part:
    rows = [Row(reason, [part_of(many, sum(reasons.values()))]) for reason, many in Counter(reasons).most_common()]
    return Part("ends", "Why is it over?", about, ["matches"], rows, command, "%")


def skill(played: Sequence[Told], levels: Iterable[str], players: int, command: str) -> Part:
    """Does skill pay: the victories by level, at tables where all levels sit."""
    rows = []
    for level in levels:
        taken: dict[int, list[float]] = defaultdict(list)
        for one in played:
            taken[one.seed] += [share for name, share in zip(one.seats, one.shares, strict=True) if name == level]
        if any(taken.values()):
            rows.append(Row(level, [by_deals(taken)]))
    rows = [*rows, Row("fair", [f"{1 / players:.1%}"])] if len(rows) > 1 else []
    about = f"{len(played)} matches, every deal from every seat, so that the cards are the same for all."
    return Part("skill", "Does skill pay?", about, ["part of the victories"], rows, command, "%")


def luck(played: Sequence[Told], players: int, command: str) -> Part:
    """What decides: who plays, or the seat that was dealt well. From deals that were played from every seat."""
    deals = defaultdict(list)
    for one in played:
        deals[one.seed].append(one)
    level_part, seat_part = 0.0, 0.0
    shares = [share for one in played for share in one.shares]
    mean = sum(shares) / len(shares)
    by_level: dict[str, list[float]] = defaultdict(list)
    for one in played:
        for name, share in zip(one.seats, one.shares, strict=True):
            by_level[name].append(share)
    for values in by_level.values():
        level_part += len(values) * (sum(values) / len(values) - mean) ** 2
    for group in deals.values():
        for seat in range(players):
            values = [one.shares[seat] for one in group]
            seat_part += len(values) * max(0.0, (sum(values) / len(values) - mean) ** 2 - variance(values) / len(values))
    everything = sum((share - mean) ** 2 for share in shares)
    noise = max(0.0, everything - level_part - seat_part)
    if not everything or all(len(group) == 1 for group in deals.values()):
        return Part("luck", "Luck or skill?", "", [], [], command)  # nobody took anybody's place
    rows = [
        Row("who sits there (the bots' levels)", [f"{level_part / everything:.0%}"]),
        Row("what the seat was dealt", [f"{seat_part / everything:.0%}"]),
        Row("what happened then", [f"{noise / everything:.0%}"]),
    ]
    about = (
        "Every deal is played once for every turn of the table: what goes with the level is skill, what stays with the seat "
        "whoever sits there is the deal, the rest came later. Parts of the variance of the victories, rough for few matches."
    )
    return Part("luck", "Luck or skill?", about, ["part"], rows, command)


def variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)


def wins(game: Game, played: Sequence[Told], players: int, command: str, most: int = 8) -> Part:
    """What goes with winning: the victories of seats to whom something happened, beside those of all."""
    counts: dict[tuple[str, str, int], list[float]] = defaultdict(lambda: [0, 0.0])
    for one in played:
        for kind, field, value, seat in one.happened:
            if seat < players:
                pair = counts[kind, field, value]
                pair[0] += 1
                pair[1] += one.shares[seat]
    values = Counter((kind, field) for kind, field, _ in counts)
    names = [str(who(seat)) for seat in range(players)]
    sure = []
    for (kind, field, value), (many, won) in counts.items():
        word = str(game.word(field, value, names)) if field else kind
        if not word[:1].isalpha():
            continue  # a number of points or cards is what winning is, not what goes with it
        if many >= RARE and many <= 0.97 * players * len(played) and values[kind, field] <= MOST_VALUES:
            figure = part_of(won, int(many))
            away = (figure.value - 1 / players) / sqrt(max(figure.value * (1 - figure.value), 0.01) / many)
            sure.append((away, kind, field, value, figure))
    sure.sort()
    rows = []
    for away, kind, field, value, figure in [*reversed(sure[-most:]), *sure[:most]]:
        if abs(away) > 1.96:
            word = str(game.word(field, value, names)) if field else ""
            thing = f": {field} {word}" if field else ""
            rows.append(Row(f"{kind}{thing}", [figure, f"{figure.of} seats"]))
    about = (
        "What happened to a seat at least once in a match, and how often that seat won; the surest first, then the surest the "
        f"other way. It goes with winning, which is not the same as making one win. Fair is {1 / players:.0%}."
    )
    return Part("wins", "What goes with winning?", about, ["victories", "seen"], rows, command, "%")


def choices(played: Sequence[Told], levels: Sequence[str], command: str) -> Part:
    """Which kinds of moves are made where several kinds are offered: what nobody who plays well ever chooses is no choice."""
    kinds = sorted({kind for one in played for level in one.offered.values() for kind in level})
    rows = []
    for kind in kinds:
        cells: list[Figure | str] = []
        for level in levels:
            offered = sum(one.offered.get(level, {}).get(kind, 0) for one in played)
            made = sum(one.made.get(level, {}).get(kind, 0) for one in played)
            cells.append(part_of(made, offered) if offered else "")
        rows.append(Row(kind, cells))
    about = "How often each kind of move is made where it and another kind are offered."
    return Part("choices", "Which moves are made?", about, list(levels), rows, command, "%")

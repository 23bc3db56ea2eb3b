"""What is worth telling of a finished match: two or three sentences, made from what happened in it.

A game tells its own in `Game.story`; what every game can say (how close it was, who came from behind) is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from parlour.core.words import both, say

MOST = 3


class Tale(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of the story: whose it is, and the move of the match (from 1) that it happened in, to look at it again."""

    sentence: str
    seat: int | None = None
    move: int | None = None


class Story:
    """Tales with a weight; the weightiest are told, in the order in which they happened."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._tales: list[tuple[int, Tale]] = []

    def add(self, weight: int, sentence: str, seat: int | None = None, move: int | None = None) -> None:
        self._tales.append((weight, Tale(sentence, seat, move)))

    def told(self) -> list[Tale]:
        """The weightiest tales, each kind of them once."""
        kinds: dict[str, Tale] = {}
        for _, tale in sorted(self._tales, key=lambda tale: -tale[0]):
            kinds.setdefault(getattr(tale.sentence, "template", tale.sentence), tale)
        return sorted(list(kinds.values())[:MOST], key=lambda tale: tale.move or 1 << 30)

    def most(self, counted: Counter[int], least: int = 2) -> list[tuple[int, int]]:
        """The seat that did something most often, and how often; nobody, if that was seldom or another did it as often."""
        top = counted.most_common(2)
        if not top or top[0][1] < least or (len(top) > 1 and top[1][1] == top[0][1]):
            return []
        return top[:1]

    def finish(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """How close it was, for games whose scores are counted and not only won."""
        if len(winners) > 1:
            self.add(7, say("Nobody was better than the others: {names} share the victory.", names=both(self._called(winners))))
            return
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        if not winners or not others or max(scores) <= 1:
            return
        ahead = scores[winners[0]] - max(others)
        if ahead == 1:
            self.add(7, say("A single point decided it."), winners[0])
        elif ahead > 1:
            self.add(2, say("{name} won by {n} points.", name=self.names[winners[0]], n=ahead), winners[0])

    def comeback(self, rounds: Sequence[Sequence[int]], winners: Sequence[int], move: int | None = None) -> None:
        """A winner who lay behind before the last round; `rounds` has everybody's points, round by round."""
        if len(winners) != 1 or len(rounds) < 2:
            return
        before = [sum(points) for points in zip(*rounds[:-1], strict=True)]
        behind = max(before) - before[winners[0]]
        if behind > 1:
            told = say("{name} was {n} points behind before the last round.", name=self.names[winners[0]], n=behind)
            self.add(9, told, winners[0], move)

    def _called(self, seats: Iterable[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

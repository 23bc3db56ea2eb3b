"""Table options: what may be chosen before a match, in words for people and as one whole number in the record."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.core.errors import BadSetup, one_of
from parlour.core.words import say


@dataclass(frozen=True)
class Option(ABC):
    """One option. The record has a field of the same name; `rule` is the ledger's id that explains it."""

    name: str
    default: Any
    rule: str
    help: str
    printed: Any = field(default=None, kw_only=True)
    """What the book says, where `default` is a ruling of ours that departs from it."""

    @abstractmethod
    def encode(self, value: Any, players: int) -> int:
        """The number for the record. Raises BadSetup with the values that would be right."""

    @abstractmethod
    def decode(self, number: int) -> Any:
        """The value, as JSON, that `encode` made this number of."""

    @abstractmethod
    def choices(self) -> str:
        """The possible values, in words."""

    def labels(self) -> Mapping[str, str]:
        """The words that a form offers, each as people read it."""
        return {}

    def examples(self, players: int) -> list[Any]:
        """Some values, among them the extreme ones: for tests and for forms."""
        return [self.default]

    def refuse(self, value: Any, why: str = "") -> BadSetup:
        said = say(
            "Option {name} cannot be {value!r}. Possible: {choices} ({rule}).",
            name=self.name,
            value=value,
            choices=self.choices(),
            rule=self.rule,
        )
        return BadSetup(say("{first} {second}", first=said, second=why) if why else said)


@dataclass(frozen=True)
class Choice(Option):
    """One of several words, each with what people read instead of it."""

    words: Mapping[str, str] = field(default_factory=dict)

    def encode(self, value: Any, players: int) -> int:
        known = tuple(self.words)
        if value not in known:
            raise self.refuse(value)
        return known.index(value)

    def decode(self, number: int) -> str:
        return tuple(self.words)[number]

    def labels(self) -> Mapping[str, str]:
        return self.words

    def examples(self, players: int) -> list[Any]:
        return list(self.words)

    def choices(self) -> str:
        return ", ".join(self.words)


@dataclass(frozen=True)
class Switch(Option):
    """On or off; True, False, "on", "off", "true" and "false" are understood."""

    def encode(self, value: Any, players: int) -> int:
        known = {"on": 1, "off": 0, "true": 1, "false": 0}
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, str) and value.lower() in known:
            return known[value.lower()]
        raise self.refuse(value)

    def decode(self, number: int) -> bool:
        return bool(number)

    def examples(self, players: int) -> list[Any]:
        return [False, True]

    def choices(self) -> str:
        return say("on, off")


@dataclass(frozen=True)
class Number(Option):
    """A whole number within bounds, in steps."""

    least: int = 0
    most: int = 100
    step: int = 1

    def encode(self, value: Any, players: int) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            raise self.refuse(value) from None
        if isinstance(value, bool | float) or not self.least <= number <= self.most or (number - self.least) % self.step:
            raise self.refuse(value)
        return number

    def decode(self, number: int) -> int:
        return number

    def examples(self, players: int) -> list[Any]:
        return [self.default, self.least, self.most]

    def choices(self) -> str:
        if self.step == 1:
            return say("{least} to {most}", least=self.least, most=self.most)
        return say("{least} to {most} in steps of {step}", least=self.least, most=self.most, step=self.step)


@dataclass(frozen=True)
class Time(Number):
    """A time in milliseconds; people are asked for it and told it in seconds."""

    def choices(self) -> str:
        return say("{least} to {most} milliseconds", least=self.least, most=self.most)


@dataclass(frozen=True)
class Seat(Option):
    """A seat, or "random"."""

    def encode(self, value: Any, players: int) -> int:
        if value == "random":
            return -1
        try:
            seat = int(value)
        except (TypeError, ValueError, OverflowError):
            raise self.refuse(value) from None
        if isinstance(value, bool | float) or not 0 <= seat < players:
            raise self.refuse(value, say("This match has the seats 0 to {last}.", last=players - 1))
        return seat

    def decode(self, number: int) -> int | str:
        return "random" if number < 0 else number

    def examples(self, players: int) -> list[Any]:
        return ["random", *range(players)]

    def choices(self) -> str:
        return say("random, or the number of a seat from 0")


@dataclass(frozen=True)
class Subset(Option):
    """Any set of words, as a list or separated by commas; kept as bits. Each word has what people read instead of it."""

    words: Mapping[str, str] = field(default_factory=dict)

    def encode(self, value: Any, players: int) -> int:
        named = [word.strip() for word in value.split(",") if word.strip()] if isinstance(value, str) else value
        if not isinstance(named, list | tuple | set | frozenset):
            raise self.refuse(value)
        bits, known = 0, tuple(self.words)
        for word in named:
            if word not in known:
                raise self.refuse(value)
            bits |= 1 << known.index(word)
        return bits

    def decode(self, number: int) -> list[str]:
        return [word for index, word in enumerate(self.words) if (number >> index) & 1]

    def labels(self) -> Mapping[str, str]:
        return self.words

    def examples(self, players: int) -> list[Any]:
        return [[], *([word] for word in self.words)]

    def choices(self) -> str:
        return say("any of {words}, or none", words=", ".join(self.words))


def encoded(options: tuple[Option, ...], given: Mapping[str, Any], players: int) -> dict[str, int]:
    """All options as numbers, the missing ones by default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            hint = one_of(name, known) if known else say("This game has no options.")
            raise BadSetup(say("There is no option {name!r}. {hint}", name=name, hint=hint))
    return {name: option.encode(given.get(name, option.default), players) for name, option in known.items()}

"""Every game as a game of OpenSpiel: after `import parlour.lab.open_spiel`, `pyspiel.load_game("parlour_KEY(players=4)")`.

Parameters:

    players   how many play
    seed      -1: chance nodes. From 0: the match of this seed, in which nothing is left to chance
    outcomes  of how many equally likely worlds a chance node chooses one
    after     so many moves are made at random before the state begins, for matches that are short
    table     the table's options, such as first:1;mode:long
    world     what decides a flick: quick, mujoco or toy

The deal is a chance node, and so is every move after which the rules throw dice or shuffle: the move is made when it is known
which of `outcomes` streams of chance decides. Seats that act at the same time are asked one after the other; none hears what
another answered. Of flicks there are those that the rules list. Rewards come at the end and add up to nothing; a match of
LONGEST moves ends with nothing for anybody.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from itertools import repeat
from typing import Any, ClassVar

import msgspec
import numpy as np

from parlour.core.errors import BadSetup, ParlourError
from parlour.core.game import Game
from parlour.core.registry import games
from parlour.lab.single import Interface, Single, interface

try:
    import pyspiel
except ImportError as missing:
    raise ParlourError("OpenSpiel is not installed: pip install 'parlour[spiel]'.") from missing

LONGEST = 5000
OUTCOMES = 1000
RECALLED, COLUMNS = 24, 6
"""How many of the latest things that a seat has heard are in the tensor of its information state, each with so many numbers."""
FINGERPRINT = 64
OWN = {"players": 0, "seed": -1, "outcomes": OUTCOMES, "after": 0, "table": "", "world": ""}


def kind(game: Game, *, sure: bool = False) -> Any:
    """What OpenSpiel wants to know of a game; `sure` leaves nothing to chance."""
    chance, knows, utility = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"parlour_{game.key}",
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.DETERMINISTIC if sure else chance.EXPLICIT_STOCHASTIC,
        information=knows.PERFECT_INFORMATION if game.open else knows.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**OWN, "players": game.seats[0]},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """One of our games, with players and options; each game has a class of its own, for OpenSpiel keeps it to the very end."""

    game: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.game, params or {}
        asked = {**OWN, "players": game.seats[0], **given}
        self.seats, self.seed = int(asked["players"]), int(asked["seed"])
        self.outcomes, self.after = int(asked["outcomes"]), int(asked["after"])
        if self.outcomes < 1 or self.after < 0:
            raise BadSetup("A chance node has at least one outcome, and `after` is a number of moves from 0.")
        self.of: Interface = interface(game, asked["world"] or None)
        pairs = [pair.partition(":") for pair in asked["table"].split(";") if pair]
        self.options = {name.strip(): value.strip() for name, _, value in pairs}
        game.blank(self.seats, 0, self.options)  # refuses what cannot be
        sure = self.seed >= 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.of.actions,
            max_chance_outcomes=0 if sure else self.outcomes,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind(game, sure=sure), info, given)

    def __deepcopy__(self, memo: Any) -> SpielGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        return 0 if self.seed >= 0 else LONGEST

    def deal(self, seed: bytes | int) -> Single:
        """A match, after its first moves."""
        single = Single(self.of, self.seats, seed, **self.options)
        dice = random.Random(str(seed))
        for _ in range(self.after):
            if single.over:
                break
            single.play(dice.choice(single.moves()))
        return single


class Course:
    """How far a match is. A copy shares nothing with it."""

    def __init__(self, single: Single | None, chain: bytes) -> None:
        self.single, self.chain = single, chain
        self.waits: int | None = None
        """The move that is made as soon as chance is known."""
        self.made = 0
        self.heard: list[list[str]] = [[] for _ in range(single.players if single else 0)]
        self.told = [0] * len(self.heard)

    def __deepcopy__(self, memo: Any) -> Course:
        twin = object.__new__(Course)
        twin.single, twin.chain = self.single and self.single.copy(), self.chain
        twin.waits, twin.made = self.waits, self.made
        twin.heard, twin.told = [list(one) for one in self.heard], list(self.told)
        return twin

    def hear(self, seat: int) -> list[str]:
        """All that a seat has heard so far."""
        assert self.single is not None
        heard, game = self.heard[seat], self.single.game
        for note in self.single.notes[self.told[seat] :]:
            event = game.event(note, seat)
            heard.append(",".join("?" if value is None else str(value) for value in event.values()))
        self.told[seat] = len(self.single.notes)
        return heard


class SpielState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A match of OpenSpiel's. What it is lies in `course`, which is dealt when somebody looks."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._of = game
        self._course: Course | None = None if game.seed >= 0 else Course(None, b"")

    @property
    def course(self) -> Course:
        if self._course is None:
            self._course = Course(self._of.deal(self._of.seed), b"")
        return self._course

    @property
    def single(self) -> Single:
        """The match; there is none before the deal."""
        single = self.course.single
        assert single is not None
        return single

    def __deepcopy__(self, memo: Any) -> SpielState:
        twin: SpielState = self.clone()
        return twin

    # Whose turn it is and what there is to do.

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.course.single is None or self.course.waits is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.single.seat

    def is_terminal(self) -> bool:
        course = self.course
        return course.single is not None and course.waits is None and (course.single.over or course.made >= LONGEST)

    def _legal_actions(self, player: int) -> list[int]:
        if self.course.single is None or self.course.waits is not None or player != self.single.seat:
            return []
        return self.single.moves()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        many = self._of.outcomes
        return list(zip(range(many), repeat(1 / many), strict=False))

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.single is None:
            course.chain = hashlib.sha256(b"deal %d" % action).digest()
            self._course = Course(self._of.deal(course.chain), course.chain)
        elif course.waits is not None:
            course.chain = hashlib.sha256(course.chain + b" %d" % action).digest()
            course.single.rekey(course.chain)
            move, course.waits = course.waits, None
            self._make(course.single, move)
        elif self._of.seed >= 0:
            self._make(course.single, action)
        else:
            single = course.single
            kept, told, place = bytes(single.state), len(single.notes), _place(single)
            single.apply(action)
            if _place(single) == place:
                single.settle()
            if _place(single) == place:
                course.made += 1
            else:
                single.restore(kept, told)
                course.waits = action

    def _make(self, single: Single, move: int) -> None:
        single.play(move)
        self.course.made += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.single.named(action, player)

    def returns(self) -> list[float]:
        single = self.course.single
        return single.rewards() if single and self.course.waits is None else [0.0] * self._of.seats

    # What is known.

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A world that the player cannot tell from this one. What the others heard before is what this player knows of it."""
        chance = random.Random(probability_sampler())
        twin: SpielState = self.clone()
        course, single = twin.course, twin.single
        known = list(course.hear(player_id))
        single.rekey(chance.randbytes(32))
        single.game.rules.resample(single.state, player_id)
        single.state.after = None
        single.notes.clear()
        course.chain = chance.randbytes(32)
        course.heard = [list(known) for _ in course.heard]
        course.told = [0] * len(course.told)
        return twin

    def observation(self, player: int) -> str:
        """What a player sees now, as JSON."""
        if self.course.single is None:
            return "not dealt"
        return msgspec.json.encode(self._of.game.view(self.single.state, player)).decode()

    def information(self, player: int) -> str:
        """All that a player has heard, and a hash of what it sees now."""
        if self.course.single is None:
            return f"{player} not dealt"
        waits = "" if self.course.waits is None or player != self.single.seat else f" {self.course.waits}"
        sees = hashlib.sha256(self.observation(player).encode()).hexdigest()[:16]
        return f"{player}{waits} {sees} {';'.join(self.course.hear(player))}"

    def __str__(self) -> str:
        if self.course.single is None:
            return "not dealt"
        return str(self.single.state.raw.hex()) + ("" if self.course.waits is None else f" {self.course.waits}")


def _place(single: Single) -> tuple[int, int]:
    return single.state.counter, single.state.spot


class Observer:
    """What a seat knows as numbers and as text. With perfect recall also what it heard last, and a fingerprint of all of it."""

    def __init__(self, game: SpielGame, wanted: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers take no parameters, so not {params}.")
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not wanted.public_info:
            raise ValueError("There is what one seat knows, public and private together, and nothing else.")
        self._recalls = wanted.perfect_recall
        shapes = {part.name: part.shape for part in game.game.observation_layout}
        shapes = {"player": (game.seats,), **shapes}
        if self._recalls:
            shapes |= {"heard": (RECALLED, COLUMNS), "fingerprint": (FINGERPRINT,)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict, at = dict[str, Any](), 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size
        self._seats, self._observed = game.seats, game.game.rules.OBSERVED

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.course.single is None:
            return
        self.tensor[self._seats : self._seats + self._observed] = state.single.observe(player)
        if self._recalls:
            heard = state.course.hear(player)[-RECALLED:]
            for row, said in zip(self.dict["heard"], reversed(heard), strict=False):
                numbers = [float(word) for word in said.split(",")[1:] if word.lstrip("-").isdigit()][:COLUMNS]
                row[: len(numbers)] = np.array(numbers) / 16
            digest = hashlib.sha256(state.information(player).encode()).digest()
            self.dict["fingerprint"][:] = np.unpackbits(np.frombuffer(digest[: FINGERPRINT // 8], np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information(player) if self._recalls else state.observation(player)


def register(game: Game) -> None:
    """Make a game known to OpenSpiel as `parlour_` and its key."""
    pyspiel.register_game(kind(game), type(f"Spiel{game.key.title()}", (SpielGame,), {"game": game}))


for _game in games():
    register(_game)

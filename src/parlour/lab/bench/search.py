"""Search: simulations a second of one core for every game, beside OpenSpiel's C++ IS-MCTS on hearts.

Ours search from the first move at the game's largest table of four or fewer, play out at random to the end of a chapter
(a round, a hand, a day), and keep one tree over resampled deals; hearts is a trick game of four. `with knowledge` is what
the levels use. A game whose bots think in another way measures that with `bench(seconds)` in its `bots`.
"""

from __future__ import annotations

import random

import parlour
from parlour.bots.levels import expertise, knowledge
from parlour.bots.opponents import plain_knowledge, search_for
from parlour.lab.bench import Figures
from parlour.lab.bench._clock import per_second
from parlour.lab.bench.rules import attempt

SIMULATIONS = 5000


def measure(quick: bool = False) -> Figures:
    seconds = 0.5 if quick else 4.0
    figures: Figures = {}
    for game in parlour.games():
        knows = expertise(game.key)
        if own := getattr(knows, "bench", None):
            figures[game.key] = own(seconds)
            continue
        if hasattr(knows, "kernels"):
            continue
        rows: list[tuple[float, float | None, float]] = []
        # Turn and turn about, so that what else the machine does hits both.
        for _ in range(1 if quick else 3):
            plain = simulations(game, seconds / 2, plain=True)
            rows.append((plain, attempt(open_spiel, seconds / 2), simulations(game, seconds / 2, plain=False)))
        peer = [theirs for _, theirs, _ in rows if theirs is not None]
        figures[game.key] = {
            "ours": max(ours for ours, _, _ in rows),
            "with knowledge": max(informed for _, _, informed in rows),
            "open_spiel_cpp hearts": max(peer, default=None),
        }
    return figures


def simulations(game: parlour.Game, seconds: float, *, plain: bool) -> float:
    """From the first move of a table of four or fewer."""
    search = search_for(game, plain_knowledge(game.key) if plain else expertise(game.key))
    match = game.new(max(count for count in game.seats if count <= 4), seed=5)
    state, seat, data = match.state, match.acting[0], knowledge(game.key)

    def work() -> int:
        search.think(state, seat, simulations=SIMULATIONS, weights=data.numbers(), explore=0.7)
        return SIMULATIONS

    return per_second(work, seconds)


def open_spiel(seconds: float) -> float:
    """The same on hearts, after the passing of cards and a few more moves."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.ISMCTSBot(7, evaluator, 0.7, SIMULATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
    state, chance, made = game.new_initial_state(), random.Random(1), 0
    while made < 12 or state.is_chance_node():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(chance.choices([x for x, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1

    def work() -> int:
        bot.step(state)
        return SIMULATIONS

    return per_second(work, seconds)

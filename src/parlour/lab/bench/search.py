"""Search: simulations a second of one core, ours on Dokitto! Ice beside OpenSpiel's C++ IS-MCTS on hearts.

Both search a four-handed trick game from early in a round, play out at random to the end of the round, and keep one
tree over resampled deals. `with knowledge` is what the levels use. `doce` counts positions of the alpha-beta search.
"""

from __future__ import annotations

import random
import time

import parlour
from parlour.bots.doce import search as doce_search
from parlour.bots.doce.player import Room
from parlour.bots.levels import expertise, knowledge
from parlour.bots.opponents import plain_knowledge, search_for
from parlour.lab.bench._clock import per_second
from parlour.lab.bench.rules import Figures, attempt

SIMULATIONS = 5000


def measure(quick: bool = False) -> Figures:
    seconds = 0.5 if quick else 4.0
    ours, peer, informed = [], [], []
    # Turn and turn about, so that what else the machine does hits both.
    for _ in range(1 if quick else 3):
        ours.append(dokitto(seconds / 2, plain=True))
        peer.append(attempt(open_spiel, seconds / 2))
        informed.append(dokitto(seconds / 2, plain=False))
    known = [figure for figure in peer if figure is not None]
    return {
        "simulations/s": {"ours": max(ours), "open_spiel_cpp hearts": max(known) if known else None},
        "with knowledge": {"ours": max(informed)},
        "doce positions/s": {"ours": doce(seconds)},
    }


def dokitto(seconds: float, *, plain: bool) -> float:
    """From the first move of a round of four."""
    game = parlour.game("dokitto")
    search = search_for(game, plain_knowledge("dokitto") if plain else expertise("dokitto"))
    match = game.new(4, seed=5)
    records, seat, data = match.state.records, match.acting[0], knowledge("dokitto")

    def work() -> int:
        search.think(records, seat, simulations=SIMULATIONS, weights=data.numbers(), explore=0.7)
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


def doce(seconds: float) -> float:
    """Positions of the play search from the empty board."""
    room, records = Room(True), parlour.game("doce").new(seed=1).state.records
    room.deepen(records, 2, 1000)
    began, nodes = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        room.memory[:] = 0
        room.deepen(records, doce_search.ENDLESS, 500_000)
        nodes += int(room.works["nodes"][0])
    return nodes / spent

"""Studies over the games: benchmarks beside the peers, the template game, simulations."""

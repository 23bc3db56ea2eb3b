"""Why bots play as they do, game by game, apart from what is compiled: `why(view, move)`, from what the seat sees."""

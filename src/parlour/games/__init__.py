"""One folder a game: `rules.py` (what happens), `table.py` (words and pictures), `ledger.md` (the numbered rules)."""

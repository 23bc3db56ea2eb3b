"""What every game stands on: the contract, the random stream, plain Python to machine code, matches and records.

Nothing here knows the name of any game.
"""

"""Tournaments and leagues: who meets whom (pairing.py, seating.py), what that brings (standing.py), and what happens when
(running.py), over a log of entries (entries.py, cup.py) that the workers of a club carry on together (desk.py)."""

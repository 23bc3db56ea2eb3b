"""What a device keeps of the deals it takes part in: its own salts, and what it was shown before it opened them.

The server could say one thing before the deal and another after it; a device that remembers finds out. It opens a salt once,
for the first list of commitments that it is shown, and never for another.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from parlour.core.seeds import commitment, salt_commitment
from parlour.tables.shown import OVER, Dealing, Fairness, TableShown


class Deals:
    """The memory of one device."""

    def __init__(self) -> None:
        self.salts: dict[str, str] = {}
        """The salts of this device by what binds it to them."""
        self.promised: dict[tuple[str, int], str] = {}
        """The first commitment to a seed that was shown for a match, by table and number."""
        self.bound: dict[tuple[str, int], list[str]] = {}
        """The seats' commitments at the moment this device opened its salt."""

    def commit(self, salt: str | None = None) -> str:
        """A new salt, or a given one; returns what binds this device to it."""
        salt = secrets.token_hex(16) if salt is None else salt
        bond = salt_commitment(salt)
        self.salts[bond] = salt
        return bond

    def look(self, table: TableShown) -> None:
        """Remember what is promised for the next deal, the first time that it is seen."""
        if table.phase is OVER:
            if table.next_commitment is not None:
                self.promised.setdefault((table.id, table.match + 1), table.next_commitment)
        else:
            self.promised.setdefault((table.id, table.match), table.fairness.commitment)

    def opens(self, table: TableShown) -> list[str]:
        """The salts to open now: those of this device, if it was told the same all the time."""
        dealing = table.dealing
        if dealing is None or not (mine := [bond for bond in dict.fromkeys(dealing.commits) if bond in self.salts]):
            return []
        return [] if self._changed(table.id, dealing) else [self.salts[bond] for bond in mine]

    def _changed(self, table: str, dealing: Dealing) -> bool:
        where = table, dealing.match
        promised = self.promised.setdefault(where, dealing.commitment) == dealing.commitment
        return not promised or self.bound.setdefault(where, list(dealing.commits)) != dealing.commits

    def doubts(self, table: str, match: int, fair: Fairness) -> Iterator[str]:
        """After the match: what does not fit what this device was shown before the deal, and what it added itself."""
        if fair.seed is None or commitment(bytes.fromhex(fair.seed)) != fair.commitment:
            yield "The seed does not fit its commitment."
        if self.promised.get((table, match), fair.commitment) != fair.commitment:
            yield "Before the deal another commitment to the seed was shown."
        commits, salts = fair.commits or [], fair.salts or []
        bound = self.bound.get((table, match))
        if bound is not None and bound != commits:
            yield "Before the deal the seats were bound by other commitments."
        for seat, (bond, salt) in enumerate(zip(commits, salts, strict=True)):
            if salt and salt_commitment(salt) != bond:
                yield f"The salt of seat {seat} does not fit its commitment."
            elif not salt and bound is not None and bond in self.salts:
                yield f"The salt that this device opened for seat {seat} was not used."

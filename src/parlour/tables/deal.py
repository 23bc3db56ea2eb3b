"""The fair deal: everybody is bound before anything is opened.

The hash of the server's seed is shown from the moment the table exists. Every device commits to a salt of its own when it
sits down or asks for a rematch. When the match is to start the seats are bound: nobody can change a seat or a commitment any
more. Only then do the devices open their salts, and the cards come from the seed and the opened salts. A device that is away
costs the others a moment: its salt stays unopened, which the record keeps.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core.seeds import commitment, salt_commitment
from parlour.core.words import say
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.shown import OVER, Dealing
from parlour.tables.table import Table

PATIENCE = 3000
"""Milliseconds that a table waits for salts."""


def begin(at: int, commits: Iterable[str], rules: int, again: bool = False) -> e.Batch:
    """All seats are decided: bind them, or deal at once where no device has a salt."""
    return [e.Bound(at)] if any(commits) else [_dealt(at, rules, again)]


def _dealt(at: int, rules: int, again: bool) -> e.Rematched | e.Started:
    return e.Rematched(at, rules) if again else e.Started(at, rules)


def reveal(table: Table, at: int, salt: str) -> e.Batch:
    """A device opens its salt; when it is the last one the cards are dealt. Told twice, or too late, it changes nothing."""
    if table.dealing is None:
        return []
    commit = salt_commitment(salt)
    bound = [(number, seat) for number, seat in enumerate(table.seats) if seat.commit]
    if not any(seat.commit == commit for _, seat in bound):
        raise Unfit("bad_message", say("No seat here is bound to this salt."))
    batch: e.Batch = [e.Revealed(at, number, salt) for number, seat in bound if seat.commit == commit and not seat.salt]
    if batch and all(seat.salt or seat.commit == commit for _, seat in bound):
        batch.append(_dealt(at, table.game.version, table.phase is OVER))
    return batch


def overdue(table: Table, at: int, since: int | None) -> e.Batch:
    """Whoever has not opened a salt by now is not waited for; `since` tells this deal from another."""
    return [] if table.dealing is None or table.dealing != since else [_dealt(at, table.game.version, table.phase is OVER)]


def dealing_shown(table: Table) -> Dealing | None:
    """What every device needs to know, and to remember, before it opens its salt."""
    if table.dealing is None:
        return None
    again = table.phase is OVER
    seats = [table.seats[-1], *table.seats[:-1]] if again else table.seats
    seed = table.next_seed if again and table.next_seed else table.seed
    return Dealing(table.match_no + again, commitment(seed), [seat.commit for seat in seats], table.dealing + PATIENCE)

"""ION, for two to ten: match dots, dodge fourteen actions, and be the first without cards."""

from parlour.games.ion.table import Ion

GAME = Ion()

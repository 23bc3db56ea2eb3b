"""Play over the network from Python: the same messages as the pages use, with reconnecting and safe resending.

async with Client("http://localhost:8765") as client:
    table = await client.create(KEY, ["mine", "bot"], start=True)
    async with client.sit(table) as seat:
        while not seat.over:
            await seat.my_turn()
            await seat.play(seat.legal()[0])
"""

from parlour.client.client import CallFailed, Client, NoServer
from parlour.client.link import Link, LinkLost

__all__ = ["CallFailed", "Client", "Link", "LinkLost", "NoServer"]

"""Two persons become one: somebody has played on a device under a name of its own, and takes that device into their profile.

What was kept of the one belongs to the other from then on, in one transaction. Totals are worked out anew from the results, by
the rule by which they were counted: a match counts once, and one where both sat counts for neither, as for anybody who plays
several seats.
"""

from __future__ import annotations

from parlour.server.storage.club_persons import Persons
from parlour.server.storage.club_results import PEOPLE
from parlour.server.storage.steps import Step, step

SHARED = (
    "SELECT one.table_id, one.match FROM result_players AS one JOIN result_players AS other ON other.table_id = one.table_id \
AND other.match = one.match AND other.person = $2 WHERE one.person = $1"
)
"""Matches where both sat."""
HERE = f"""({SHARED}) AS shared JOIN club_tables ON club_tables.table_id = shared.table_id AND club_tables.club = honours.club
JOIN result_players AS own ON own.table_id = shared.table_id AND own.match = shared.match AND own.person = honours.person
AND own.game = honours.game"""
"""Those of them that are in a line of a table of honour."""
TOGETHER, PARTS = f"(SELECT count(*) FROM {HERE})", f"(SELECT coalesce(sum(own.share), 0) FROM {HERE})"  # noqa: S608
COUNTED = """counted AS (SELECT one.table_id, one.match, one.person, min(one.game) AS game, min(share) AS share,
min(place) AS place, min(one.ended) AS ended FROM result_players AS one JOIN (SELECT DISTINCT table_id, match
FROM result_players WHERE person = $1) AS mine ON mine.table_id = one.table_id AND mine.match = one.match
WHERE one.person IS NOT NULL GROUP BY one.table_id, one.match, one.person HAVING count(*) = 1)"""
"""For whom each match of a person counts, as `Result.persons` tells them."""
MET = f"""WITH {COUNTED} INSERT INTO mates SELECT one.person, other.person, count(*), sum(one.share), sum(other.share),
max(one.ended) FROM counted AS one JOIN counted AS other ON other.table_id = one.table_id AND other.match = one.match
AND other.person <> one.person WHERE one.person = $1 OR other.person = $1 GROUP BY one.person, other.person"""  # noqa: S608


def tallied(levels: list[str]) -> str:
    """What a person's matches came to, by whom they were against; `levels` are those of bots, the weakest first. Who was
    deleted, and has neither a person nor a level now, was somebody."""
    number = " ".join(f"WHEN '{level}' THEN {at + 1}" for at, level in enumerate(levels))
    level = " ".join(f"WHEN {at + 1} THEN '{level}'" for at, level in enumerate(levels))
    return f"""WITH {COUNTED}, company AS (SELECT table_id, match, count(*) AS people FROM counted GROUP BY table_id, match),
    against AS (SELECT one.table_id, one.match, max(CASE one.level {number} ELSE 0 END) AS highest,
    sum(CASE WHEN one.level IS NULL AND one.person IS NULL THEN 1 ELSE 0 END) AS gone FROM result_players AS one JOIN company
    ON company.table_id = one.table_id AND company.match = one.match GROUP BY one.table_id, one.match)
    INSERT INTO tallies SELECT person, game, met, count(*), sum(share), sum(CASE place WHEN 1 THEN 1 ELSE 0 END),
    sum(CASE place WHEN 2 THEN 1 ELSE 0 END), sum(CASE place WHEN 3 THEN 1 ELSE 0 END) FROM (SELECT person, game, share, place,
    CASE WHEN people + gone > 1 THEN '{PEOPLE}' ELSE CASE highest {level} ELSE '{PEOPLE}' END END AS met FROM counted
    JOIN company ON company.table_id = counted.table_id AND company.match = counted.match
    JOIN against ON against.table_id = counted.table_id AND against.match = counted.match WHERE person = $1) AS played
    GROUP BY person, game, met"""  # noqa: S608


def merged(was: str, person: str, device: str, devices: list[str], levels: list[str]) -> list[Step]:
    """All that was kept of `was` is the person's, whom the device joins; `devices` are those that the person has. Nothing
    happens if `was` is known in another way, by another device or a passkey, or if one of them is not there any more."""
    both = was, person
    return [
        # Nothing is counted for either meanwhile: counting begins with the devices too, in the same order.
        *Persons.still({one: was if one == device else person for one in {device, *devices}}),
        step(
            "UPDATE person_devices SET person = $2 WHERE device = $3 AND person = $1 RETURNING device",
            was,
            person,
            device,
            rows=1,
        ),
        step(
            "SELECT device FROM person_devices WHERE person = $1 UNION SELECT id FROM passkeys WHERE person = $1", was, rows=0
        ),
        step(
            "UPDATE persons SET since = CASE WHEN since < (SELECT since FROM persons WHERE id = $1) THEN since "
            "ELSE (SELECT since FROM persons WHERE id = $1) END WHERE id = $2 RETURNING id",
            *both,
            rows=1,
        ),
        step("DELETE FROM persons WHERE id = $1 RETURNING id", was, rows=1),
        step("DELETE FROM person_codes WHERE person = $1", was),
        # The table of honour: what both had, without those where they sat together.
        step(
            f"UPDATE honours SET matches = matches - {TOGETHER}, shares = shares - {PARTS} WHERE person = $1 OR person = $2",  # noqa: S608
            *both,
        ),
        step(
            "INSERT INTO honours SELECT club, game, $2, matches, shares FROM honours WHERE person = $1 ON CONFLICT "
            "(club, game, person) DO UPDATE SET matches = honours.matches + excluded.matches, "
            "shares = honours.shares + excluded.shares",
            *both,
        ),
        step("DELETE FROM honours WHERE person = $1 OR (person = $2 AND matches <= 0)", *both),
        # What was rated of a match where both sat is the person's own.
        step(
            "DELETE FROM rated WHERE person = $1 AND EXISTS (SELECT 1 FROM rated AS mine WHERE mine.person = $2 AND "
            "mine.table_id = rated.table_id AND mine.match = rated.match)",
            *both,
        ),
        step("UPDATE rated SET person = $2 WHERE person = $1", *both),
        # The past, and what it comes to.
        step("UPDATE result_players SET person = $2 WHERE person = $1", *both),
        step("DELETE FROM tallies WHERE person = $1 OR person = $2", *both),
        step(tallied(levels), person),
        step("DELETE FROM mates WHERE person = $1 OR person = $2 OR mate = $1 OR mate = $2", *both),
        step(MET, person),
        # Clubs: whoever was shut out of one stays so, but nobody from their own.
        step(
            "UPDATE members SET barred = true WHERE person = $2 AND club IN (SELECT club FROM members WHERE person = $1 "
            "AND barred)",
            *both,
        ),
        step("INSERT INTO members SELECT club, $2, since, barred FROM members WHERE person = $1 ON CONFLICT DO NOTHING", *both),
        step("DELETE FROM members WHERE person = $1", was),
        step("UPDATE clubs SET host = $2 WHERE host = $1", *both),
        step("UPDATE members SET barred = false WHERE person = $1 AND club IN (SELECT id FROM clubs WHERE host = $1)", person),
        # Chairs that are kept, tournaments, and how they are told.
        step("INSERT INTO calls SELECT $2, table_id, caller, at FROM calls WHERE person = $1 ON CONFLICT DO NOTHING", *both),
        step("DELETE FROM calls WHERE person = $1", was),
        step("UPDATE calls SET caller = $2 WHERE caller = $1", *both),
        step("DELETE FROM calls WHERE person = $1 AND caller = $1", person),
        step("INSERT INTO cup_people SELECT cup, $2 FROM cup_people WHERE person = $1 ON CONFLICT DO NOTHING", *both),
        step("DELETE FROM cup_people WHERE person = $1", was),
        step("INSERT INTO reach SELECT $2, wishes, mail, mailed FROM reach WHERE person = $1 ON CONFLICT DO NOTHING", *both),
        step("DELETE FROM reach WHERE person = $1", was),
        step("DELETE FROM notices WHERE person = $1 AND goal LIKE 'mail:%'", was),
        step("UPDATE notices SET person = $2 WHERE person = $1", *both),
        step("UPDATE former SET person = $2 WHERE person = $1", *both),
        step("INSERT INTO former VALUES ($1, $2)", *both),
    ]

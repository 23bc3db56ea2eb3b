"""The tables of the club, by the version of the schema that brought them; both databases understand these statements.

Each version adds its own. Whoever adds one takes the next free number and raises SCHEMA.
"""

CLUB = {
    7: """
    CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, sign INTEGER, colour INTEGER, since BIGINT NOT NULL,
                          seen BIGINT NOT NULL);
    CREATE TABLE person_devices (device TEXT PRIMARY KEY, person TEXT NOT NULL, since BIGINT NOT NULL);
    CREATE INDEX person_devices_person ON person_devices (person);
    CREATE TABLE passkeys (id TEXT PRIMARY KEY, person TEXT NOT NULL, key BYTEA NOT NULL, uses BIGINT NOT NULL,
                           since BIGINT NOT NULL);
    CREATE INDEX passkeys_person ON passkeys (person);
    CREATE TABLE person_codes (code TEXT PRIMARY KEY, person TEXT NOT NULL, expires BIGINT NOT NULL);

    ALTER TABLE tables ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN counting BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX tables_running ON tables (updated) WHERE public AND phase = 'running';
    CREATE INDEX tables_uncounted ON tables (updated) WHERE finished > counted;
    CREATE TABLE results (table_id TEXT NOT NULL, match INTEGER NOT NULL, game TEXT NOT NULL, began BIGINT NOT NULL,
                          ended BIGINT NOT NULL, rules INTEGER NOT NULL, options TEXT NOT NULL, rated BOOLEAN NOT NULL,
                          players INTEGER NOT NULL, moves INTEGER NOT NULL, PRIMARY KEY (table_id, match));
    CREATE TABLE result_players (table_id TEXT NOT NULL, match INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT,
                                 level TEXT, name TEXT NOT NULL, sign INTEGER NOT NULL, colour INTEGER NOT NULL,
                                 score INTEGER NOT NULL, place INTEGER NOT NULL, share DOUBLE PRECISION NOT NULL,
                                 gone BOOLEAN NOT NULL, game TEXT NOT NULL, ended BIGINT NOT NULL,
                                 PRIMARY KEY (table_id, match, seat));
    CREATE INDEX result_players_person ON result_players (person, ended) WHERE person IS NOT NULL;
    CREATE INDEX result_players_game ON result_players (person, game, ended) WHERE person IS NOT NULL;

    CREATE TABLE tallies (person TEXT NOT NULL, game TEXT NOT NULL, against TEXT NOT NULL, matches INTEGER NOT NULL,
                          shares DOUBLE PRECISION NOT NULL, firsts INTEGER NOT NULL, seconds INTEGER NOT NULL,
                          thirds INTEGER NOT NULL, PRIMARY KEY (person, game, against));
    CREATE TABLE mates (person TEXT NOT NULL, mate TEXT NOT NULL, matches INTEGER NOT NULL, shares DOUBLE PRECISION NOT NULL,
                        theirs DOUBLE PRECISION NOT NULL, last BIGINT NOT NULL, PRIMARY KEY (person, mate));
    CREATE INDEX mates_last ON mates (person, last);
    CREATE INDEX mates_mate ON mates (mate);

    CREATE TABLE clubs (id TEXT PRIMARY KEY, name TEXT NOT NULL, host TEXT NOT NULL, since BIGINT NOT NULL);
    CREATE TABLE members (club TEXT NOT NULL, person TEXT NOT NULL, since BIGINT NOT NULL, barred BOOLEAN NOT NULL,
                          PRIMARY KEY (club, person));
    CREATE INDEX members_person ON members (person);
    CREATE TABLE club_tables (table_id TEXT PRIMARY KEY, club TEXT NOT NULL, opened BIGINT NOT NULL);
    CREATE INDEX club_tables_club ON club_tables (club, opened);
    CREATE TABLE honours (club TEXT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, matches INTEGER NOT NULL,
                          shares DOUBLE PRECISION NOT NULL, PRIMARY KEY (club, game, person));
    CREATE INDEX honours_person ON honours (person);

    CREATE TABLE calls (person TEXT NOT NULL, table_id TEXT NOT NULL, caller TEXT NOT NULL, at BIGINT NOT NULL,
                        PRIMARY KEY (person, table_id));
    CREATE INDEX calls_caller ON calls (caller);
    """,
    8: """
    CREATE TABLE ratings (person TEXT NOT NULL, game TEXT NOT NULL, mean DOUBLE PRECISION NOT NULL,
                          unsure DOUBLE PRECISION NOT NULL, matches INTEGER NOT NULL, settled BOOLEAN NOT NULL,
                          PRIMARY KEY (person, game));
    CREATE INDEX ratings_best ON ratings (game, settled, mean);
    CREATE TABLE rated (table_id TEXT NOT NULL, match INTEGER NOT NULL, person TEXT NOT NULL, game TEXT NOT NULL,
                        at BIGINT NOT NULL, mean DOUBLE PRECISION NOT NULL, unsure DOUBLE PRECISION NOT NULL,
                        PRIMARY KEY (table_id, match, person));
    CREATE INDEX rated_person ON rated (person, game, at);

    CREATE TABLE cups (id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, phase TEXT NOT NULL, due BIGINT,
                       updated BIGINT NOT NULL);
    CREATE INDEX cups_due ON cups (due) WHERE due IS NOT NULL;
    CREATE TABLE cup_log (cup TEXT NOT NULL, version INTEGER NOT NULL, at BIGINT NOT NULL, body BYTEA NOT NULL,
                          PRIMARY KEY (cup, version));
    CREATE TABLE cup_people (cup TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (cup, person));
    CREATE INDEX cup_people_person ON cup_people (person);
    CREATE TABLE cup_tables (table_id TEXT PRIMARY KEY, cup TEXT NOT NULL, waits BOOLEAN NOT NULL);
    CREATE INDEX cup_tables_waiting ON cup_tables (cup) WHERE waits;
    """,
    9: """
    ALTER TABLE holders ADD COLUMN turn BIGINT;
    ALTER TABLE holders ADD COLUMN told BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE holders ADD COLUMN kind TEXT NOT NULL DEFAULT '';
    ALTER TABLE holders ADD COLUMN about TEXT NOT NULL DEFAULT '';
    CREATE INDEX holders_waits ON holders (table_id) WHERE turn IS NOT NULL;
    CREATE INDEX holders_untold ON holders (turn) WHERE turn > told;
    CREATE TABLE reach (person TEXT PRIMARY KEY, wishes TEXT NOT NULL, mail TEXT, mailed BIGINT NOT NULL DEFAULT 0);
    CREATE TABLE pushes (device TEXT PRIMARY KEY, endpoint TEXT NOT NULL, key TEXT NOT NULL, auth TEXT NOT NULL,
                         language TEXT NOT NULL, since BIGINT NOT NULL);
    CREATE INDEX pushes_endpoint ON pushes (endpoint);
    CREATE TABLE notices (goal TEXT NOT NULL, key TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, link TEXT NOT NULL,
                          about TEXT NOT NULL, holder TEXT, at BIGINT NOT NULL, due BIGINT NOT NULL, until BIGINT NOT NULL,
                          tries INTEGER NOT NULL, PRIMARY KEY (goal, key));
    CREATE INDEX notices_due ON notices (due);
    CREATE INDEX notices_person ON notices (person);
    """,
    10: """
    CREATE TABLE former (id TEXT PRIMARY KEY, person TEXT NOT NULL);
    CREATE INDEX former_person ON former (person);
    """,
}

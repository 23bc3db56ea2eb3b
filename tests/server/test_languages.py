"""One table, read in two languages: each client gets its own, and nobody learns more by asking in another one."""

from __future__ import annotations

import pytest
from server_kit import Party, fails, play_together, run

import parlour
from parlour.client import CallFailed, Client
from parlour.core.registry import words
from parlour.server import messages as m


@pytest.mark.parametrize("game", [game.key for game in parlour.games()])
def test_each_client_reads_the_log_in_its_own_language(served, game):
    async def test():
        async with Party(served.address) as party:
            options = {"race_mode": "sealed"} if game == "ion" else {}
            ada, bea = await party.sit_down(game, options=options)
            async with Client(served.address, party.clients[1].token, "de-AT") as german:
                second = await party.link(german)
                watching = await party.stack.enter_async_context(german.sit(party.table, spectate=True))
                await play_together([ada, bea], 12)
                for link in (second, watching):
                    await link.until(lambda link=link: (link.version or 0) >= (ada.version or 0))
                english = [line for line in bea.lines[1] if line.sentence]
                told = [line for line in second.lines[1] if line.sentence]
                assert [line.event for line in told] == [line.event for line in english]
                assert all(one.sentence != other.sentence for one, other in zip(told, english, strict=True))
                # What a spectator reads in German hides exactly what the English log hides.
                mine, names = parlour.game(game), [seat.name for seat in ada.table.seats]
                for line in watching.lines[None]:
                    if line.event is not None:
                        assert line.sentence == mine.sentence(line.event, names, words("de"))

    run(test())


def test_refusals_troubles_and_what_happens_at_the_table_are_told_in_german(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")
            async with Client(served.address, party.clients[0].token, "de") as german:
                link = await party.link(german)
                wrong = await fails(link.play("pass", 0) if ada.acting == [0] else link.play("4 c3", 0))
                said = "Passen geht nicht" if ada.acting == [0] else "Ada ist nicht dran: Jetzt ist Bea an der Reihe."
                assert said in str(wrong)
                await link.send(m.TakeBack(0))
                await link.until(lambda: bool(link.problems))
                assert link.problems[-1].sentence == "Niemand spielt für dich: Der Platz gehört dir."
                await link.send(m.Pause(0))
                await link.until(lambda: link.lines[0][-1].kind == "table")
                await bea.until(lambda: bea.lines[1][-1].kind == "table")
                assert link.lines[0][-1].sentence == "Ada bittet um eine Pause."
                assert bea.lines[1][-1].sentence == "Ada asks for a pause."
                trouble = await fails(german.create("doce", ["mine"] * 3))
                assert isinstance(trouble, CallFailed)
                assert str(trouble) == "DOCE ist für 2 Spieler, nicht für 3."

    run(test())


def test_rest_answers_in_the_language_that_is_asked_for(served):
    async def test():
        async with Client(served.address, language="de,en;q=0.5") as german, Client(served.address) as english:
            info = await german.call("GET", "/api/games/doce", kind=m.GameInfo)
            assert info.pitch.startswith("Zahl wählen")
            assert info.seat_names == ["Weiß", "Schwarz"]
            assert info.options[0].words == ["all", "long", "none"]
            assert info.options[0].labels == ["alle", "nur die zwei langen", "keine"]
            asked = await english.call("GET", "/api/games/doce?lang=de", kind=m.GameInfo)
            assert asked == info
            plain = await english.call("GET", "/api/games/doce?lang=tlh", kind=m.GameInfo)
            assert plain.pitch == parlour.game("doce").pitch
            assert plain.options[0].labels == ["all of them", "only the two long ones", "none"]
            flavours = (await german.call("GET", "/api/games/dokitto", kind=m.GameInfo)).options[2]
            assert (flavours.words, flavours.labels) == (["fixed", "random"], ["immer dieselben", "vom Zufall gezogen"])
            rule = await german.call("GET", "/api/games/ion/rules/ION-70", kind=m.RuleInfo)
            assert "Rennen" in rule.text
            wrong = await fails(german.call("GET", "/api/games/chess"))
            assert str(wrong).startswith("Es gibt kein Spiel 'chess'.")

    run(test())

"""What translations ask of their values: numbers, cases, genders, beginnings."""

from __future__ import annotations

import pytest
from babel import Locale

from parlour.core import grammar
from parlour.core.words import ENGLISH, Words, languages, padded, say, strung

POLISH = Words(
    "pl",
    {
        "{who} draws {n} cards.": "{who} dobiera {n} {n:one=kartę|few=karty|many=kart}.",
        "Vanilla": {"": "wanilia", "acc": "wanilię", "is": "f"},
        "Grape": {"": "winogrona", "acc": "winogrona", "is": "np"},
        "two {flavour}": {"": "dwa razy {flavour}", "acc": "dwa razy {flavour:acc}", "is": "{flavour} pair"},
        "{who} takes {flavour}.": "{who} bierze {flavour:acc}.",
        "{flavour} is gone.": "{flavour:Nom} {flavour:f=zniknęła|np=zniknęły|other=zniknęło}.",
        "{size:.1f} MB": "{size:.1f} MB",
        "None is left: {n}.": "{n:0=Nie ma nic|one=Została jedna|other=Zostało {n} z {of}}.",
    },
)


@pytest.mark.parametrize(("n", "cards"), [(1, "kartę"), (2, "karty"), (4, "karty"), (5, "kart"), (12, "kart"), (22, "karty")])
def test_a_counted_word_has_the_form_of_its_number(n: int, cards: str) -> None:
    assert POLISH.of(say("{who} draws {n} cards.", who="Ada", n=n)) == f"Ada dobiera {n} {cards}."


@pytest.mark.parametrize(("n", "cards"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "-1 card")])
def test_an_english_sentence_may_count_too(n: int, cards: str) -> None:
    template = "{who} has {n} {n:one=card|other=cards}."
    said = say(template, who="Ada", n=n)
    assert said == ENGLISH.of(said) == ENGLISH.fill(template, {"who": "Ada", "n": n}) == f"Ada has {cards}."
    assert POLISH.of(said) == said, "what has no translation is said in English"


def test_a_value_stands_in_the_case_that_its_sentence_asks_for() -> None:
    vanilla = say("Vanilla")
    assert POLISH.of(say("{who} takes {flavour}.", who="Ada", flavour=vanilla)) == "Ada bierze wanilię."
    two = say("two {flavour}", flavour=vanilla)
    assert POLISH.of(say("{who} takes {flavour}.", who="Ada", flavour=two)) == "Ada bierze dwa razy wanilię."
    assert POLISH.of(say("{who} takes {flavour}.", who="Ada", flavour="Oaza")) == "Ada bierze Oaza.", "a name has no cases"


def test_a_sentence_chooses_by_what_a_value_is_and_begins_with_a_capital() -> None:
    vanilla, grape = say("Vanilla"), say("Grape")
    assert POLISH.of(say("{flavour} is gone.", flavour=vanilla)) == "Wanilia zniknęła."
    assert POLISH.of(say("{flavour} is gone.", flavour=grape)) == "Winogrona zniknęły."
    assert POLISH.of(say("{flavour} is gone.", flavour=say("two {flavour}", flavour=grape))) == "Dwa razy winogrona zniknęły."
    assert POLISH.of(say("{flavour} is gone.", flavour="Oaza")) == "Oaza zniknęło."


def test_a_number_itself_may_be_chosen_by_and_a_choice_has_fields_of_its_own() -> None:
    told = [POLISH.of(say("None is left: {n}.", n=n, of=9)) for n in (0, 1, 5)]
    assert told == ["Nie ma nic.", "Została jedna.", "Zostało 5 z 9."]
    assert grammar.fields("{n:0=nothing|other={n} of {of}} for {who:acc}") == {"n", "of", "who"}


def test_what_comes_before_a_vowel_is_shortened() -> None:
    french = Words("fr", {"{who}'s turn": "Au tour {who:vowel=d’|other=de }{who}", "Heron": {"": "Héron", "is": "m consonant"}})
    turns = [french.of(say("{who}'s turn", who=who)) for who in ("Ada", "Zoé", "Émile", say("Heron"))]
    assert turns == ["Au tour d’Ada", "Au tour de Zoé", "Au tour d’Émile", "Au tour de Héron"]


def test_a_long_list_takes_no_longer_for_being_chosen_in() -> None:
    """Each part is said once, however deep it lies: otherwise forty parts would take for ever."""
    japanese = Words("ja", {"{a}{by}{b}": "{a}{by:,=、|other={by}}{b}", "Grape": "ぶどう"})
    assert japanese.of(strung([say("Grape")] * 40, ", ")) == "、".join(["ぶどう"] * 40)
    assert japanese.of(strung([say("Grape")] * 3, "/")) == "ぶどう/ぶどう/ぶどう"


def test_a_column_of_a_terminal_is_as_wide_in_every_language() -> None:
    japanese = Words("ja", {"Hall": "廊下", "Gym": {"": "とても広い体育館", "short": "体育館"}})
    assert ENGLISH.of(padded(say("Hall"), 8)) == "Hall    "
    assert japanese.of(padded(say("Hall"), 8)) == "廊下    "
    assert japanese.of(padded(say("Gym"), 8)) == "体育館  "
    assert japanese.of(padded("ひと", 8)) == "ひと    "
    assert grammar.columns("Łódź e\u0301") == 6


def test_a_language_may_need_a_value_that_english_does_not_say() -> None:
    words = Words("xx", {"{word}{name:.0}": "{name}{word:.0}", "Mint chip": "Minze"})
    said = say("{word}{name:.0}", word="mint", name=say("Mint chip"))
    assert said == "mint"
    assert words.of(said) == "Minze"


def test_decimals_are_written_as_the_language_does() -> None:
    assert POLISH.of(say("{size:.1f} MB", size=1.25)) == "1,2 MB"
    assert say("{size:.1f} MB", size=1.25) == "1.2 MB"


@pytest.mark.parametrize("language", languages())
def test_every_language_counts_as_cldr_says(language: str) -> None:
    cldr = Locale.parse(language).plural_form
    numbers = [*range(250), 1000, 1_000_000, 1_000_001, 2_000_000]
    assert [grammar.plural(language, n) for n in numbers] == [cldr(n) for n in numbers]
    decimal = Locale.parse(language).number_symbols["latn"]["decimal"]
    assert grammar.number("1.5", language) == f"1{decimal}5"

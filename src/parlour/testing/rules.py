"""Which test shows which rule: named by a decorator, found in the source, checked against the ledger."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from parlour.core.ledger import Ledger

T = TypeVar("T", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[T], T]:
    """Say which rules of the ledger a test shows."""
    if not ids:
        raise ValueError('name at least one rule, such as @rule("DOC-08")')

    def same(test: T) -> T:
        return test

    return same


def named_rules(folder: Path) -> dict[str, list[str]]:
    """Rule ids by the tests that name them with `@rule(...)`, over all test files below a folder.

    Only functions that pytest runs and that can fail count: a name alone shows nothing.
    """
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and _asserts(node):
                for id in _ids(node):
                    found.setdefault(id, []).append(f"{file.name}::{node.name}")
    return found


def _ids(test: ast.FunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
            yield from (str(a.value) for a in mark.args if isinstance(a, ast.Constant))


HELPERS = {"keep", "known_to", "own_bytes", "play_through", "played", "redealt", "some_options"}
"""What the kit lends to tests and checks nothing by itself."""


def _asserts(test: ast.FunctionDef) -> bool:
    """Whether the test itself can fail: by an assertion about something, an error that must come, or a check of the kit."""
    for node in _run_by(test):
        if isinstance(node, ast.Assert) and _can_fail(node.test):
            return True
        if isinstance(node, ast.Call):
            home, _, name = ast.unparse(node.func).rpartition(".")
            if (home, name) == ("pytest", "raises") or (home == "kit" and name not in HELPERS):
                return True
    return False


def _run_by(test: ast.FunctionDef) -> Iterator[ast.AST]:
    """What runs when the test does: functions within it only if it names them, nothing below `if False`."""
    waiting: list[ast.AST] = [*test.body]
    named = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name not in named:
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Constant):
            waiting += node.body if node.test.value else node.orelse
        else:
            waiting += ast.iter_child_nodes(node)


def _can_fail(claim: ast.expr) -> bool:
    """`assert True`, `assert x or True`, `assert x == x`, `assert [x]` and `assert (x, "y")` never do."""
    match claim:
        case ast.BoolOp(op=ast.Or(), values=values):
            return all(_can_fail(part) for part in values)
        case ast.BoolOp(values=values):
            return any(_can_fail(part) for part in values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not isinstance(operand, ast.Constant)
        case ast.Compare(left=left, comparators=others):
            return len({ast.unparse(part) for part in (left, *others)}) > 1 and not _said(claim)
        case ast.NamedExpr(value=value):
            return _can_fail(value)
        case ast.Constant(value=value):
            return not value
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts) | ast.Dict(values=elts):
            return not elts
        case ast.JoinedStr() | ast.Lambda() | ast.GeneratorExp():
            return False
    return True


def _said(claim: ast.expr) -> bool:
    """Whether it is about nothing but what stands there."""
    return not any(isinstance(node, ast.Name | ast.Call | ast.Attribute) for node in ast.walk(claim))


def rules_without_test(ledger: Ledger, folder: Path) -> list[str]:
    """The ledger's rules that no test names."""
    named = named_rules(folder)
    return [id for id in ledger.ids if id not in named]


def unknown_rules_in_tests(ledger: Ledger, folder: Path) -> list[str]:
    """Ids with the ledger's prefix that tests name but the ledger does not have."""
    return [id for id in named_rules(folder) if id.startswith(f"{ledger.prefix}-") and id not in ledger.rules]

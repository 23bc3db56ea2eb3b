from __future__ import annotations


def svg(view, names):
    return "<svg/>"


def draw(view, names):
    return "x"

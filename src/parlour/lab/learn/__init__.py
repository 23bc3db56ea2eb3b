"""Nets that learn a game by playing it against themselves: `parlour train`, or from Python

>>> from parlour.lab.learn import How, Trainer
>>> trainer = Trainer(KEY, how=How(games=256, turns=32, parts=8, width=64), speed="cpu")
>>> trainer.run(seconds=20)
>>> trainer.weights().write(Path("net.npz"), trainer.about())
"""

from parlour.lab.learn.trainer import How, Trainer

__all__ = ["How", "Trainer"]

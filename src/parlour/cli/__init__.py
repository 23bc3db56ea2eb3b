"""The command line: every file beside this one, and every file in the `cli` folder of a game, that has a `command` is a command
of `parlour`, loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click

from parlour import ParlourError, __version__
from parlour.core.errors import one_of
from parlour.core.registry import FOLDER, built_in


class Commands(click.Group):
    """The commands by file name. An error that is meant for people is shown as one sentence."""

    def _homes(self) -> dict[str, str]:
        """The package of each command by its name, without loading any."""
        homes = {__name__: list(__path__)}
        for key in built_in():
            homes[f"parlour.games.{key}.cli"] = [str(Path(folder) / key / "cli") for folder in FOLDER]
        found = [(module.name, home) for home, path in homes.items() for module in iter_modules(path)]
        return {name: home for name, home in found if not name.startswith("_")}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._homes())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        home = self._homes().get(name)
        if home is None:
            return None
        command: click.Command = import_module(f"{home}.{name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self._homes():
            ctx.fail(f"No such command {args[0]!r}. {one_of(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ParlourError as wrong:
            from parlour.cli._show import spoken_words

            raise click.ClickException(spoken_words().error(wrong)) from None
        except OSError as wrong:
            if not (wrong.filename and wrong.strerror):
                raise
            raise click.ClickException(f"{wrong.filename}: {wrong.strerror}.") from None


@click.command(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="parlour")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Table games for people and programs, every rule enforced and explained.

    Without a command a menu opens and you can play at once.
    """
    if ctx.invoked_subcommand is None:
        from parlour.cli._menu import menu

        menu()

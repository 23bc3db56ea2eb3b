"""The command line: every file beside this one that has a `command` is a command of `parlour`, loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import click

from parlour import ParlourError, __version__


class Commands(click.Group):
    """The commands by file name. An error that is meant for people is shown as one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{name}").command
        return command

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

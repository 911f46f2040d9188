"""The command line: names, options and exit codes; what the commands do lives in `fliegende3d.commands`.

Every command ends with 0 on success and with 2 and one line on the standard error for bad input.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from . import __version__
from .commands.files import print_json

app = typer.Typer(
    name="fliegende3d",
    help="Fliegende Teppiche: flick flying carpets across a table at destination cards.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)

STOPPED: Final = 130
"""The exit code after Ctrl-C, as shells give it: 128 and the number of the signal."""
UsageError: Final[type[Exception]] = typer.BadParameter.__mro__[2]
"""What typer raises for wrong words on the command line: `ClickException`, which it does not export by itself."""

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document for machines.")]


def version_wanted(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=version_wanted, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Fliegende Teppiche: flick flying carpets across a table at destination cards. Without a command: play."""


@app.command()
def play(
    player: Annotated[
        list[str] | None, typer.Option(metavar="NAME[:human|bot-LEVEL]", help="A player; repeat for each seat.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the game; chance decides unless given.")] = None,
    rules: Annotated[Path | None, typer.Option(metavar="FILE", help="House rules.")] = None,
    wind: Annotated[str | None, typer.Option(help="The wind that blows.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Take up the latest saved game, or the one in FILE.")
    ] = False,
    saved: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="The game to resume.")] = None,
) -> None:
    """Play in a window. Example: fliegende3d play --player Mia --player Ada:bot-expert"""
    from .commands import play as command

    command.play(players=player or (), seed=seed, rules=rules, wind=wind, resume=resume, saved=saved)


@app.command()
def footprint(scene: Annotated[Path, typer.Argument(metavar="SCENE.json")], as_json: Json = False) -> None:
    """What lies on what. Example: fliegende3d footprint scene.json --json"""
    from .commands import footprint as command

    answer = command.footprint(scene)
    if as_json:
        print_json(answer)
    else:
        print("\n".join(command.in_words(answer)))


@app.command()
def score(
    sheet: Annotated[Path, typer.Argument(metavar="SHEET.json")],
    rules: Annotated[Path | None, typer.Option(metavar="FILE", help="House rules.")] = None,
    as_json: Json = False,
) -> None:
    """Final scoring of given cards. Example: fliegende3d score sheet.json --json"""
    from .commands import score as command

    answer = command.score(sheet, rules=rules)
    if as_json:
        print_json(answer)
    else:
        print("\n".join(command.in_words(answer)))


@app.command()
def simulate(
    throw: Annotated[Path, typer.Argument(metavar="THROW.json")],
    table: Annotated[str | None, typer.Option(help="What lies there: a file, or 'default' for twelve cards.")] = None,
    wind: Annotated[str, typer.Option(help="calm, room, window, fan, garden, breeze or sandstorm.")] = "calm",
    material: Annotated[str, typer.Option(help="magic, playing_card, paperboard, felt, wool or silk.")] = "magic",
    mesh: Annotated[str, typer.Option(help="Vertices along the two sides.")] = "20x14",
    seed: Annotated[int, typer.Option(help="Chooses the wind's gusts.")] = 0,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a value.")] = None,
    trajectory: Annotated[Path | None, typer.Option(metavar="FILE.npz", help="Write the whole flight.")] = None,
    as_json: Json = False,
) -> None:
    """Fly one throw to rest. Example: fliegende3d simulate throw.json --set air.density=0 --json"""
    from .commands import simulate as command

    result = command.run(
        throw,
        table=table,
        wind=wind,
        material=material,
        mesh=mesh,
        seed=seed,
        settings=setting or (),
        trajectory=trajectory,
    )
    if as_json:
        print_json(result)
    else:
        print("\n".join(command.in_words(result)))


@app.command()
def selfplay(
    games: Annotated[int, typer.Option(help="How many games.")] = 1,
    players: Annotated[int, typer.Option(help="2, 3 or 4.")] = 2,
    level: Annotated[list[str] | None, typer.Option(help="A bot's level; repeat it for different seats.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game; each further game takes the next.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Processes; one for each processor unless given.")] = None,
    wind: Annotated[str, typer.Option(help="The wind that blows.")] = "calm",
    rules: Annotated[Path | None, typer.Option(metavar="FILE", help="House rules.")] = None,
    as_json: Json = False,
) -> None:
    """Whole games by bots without a window. Example: fliegende3d selfplay --games 20 --players 3 --json"""
    from .commands import selfplay as command

    answer = command.selfplay(
        games=games, players=players, levels=level or (), seed=seed, jobs=jobs, wind=wind, rules=rules
    )
    if as_json:
        print_json(answer)
    else:
        print("\n".join(command.in_words(answer)))


@app.command()
def demo(
    players: Annotated[int, typer.Option(help="2, 3 or 4.")] = 4,
    seed: Annotated[int, typer.Option(help="Chooses the game.")] = 0,
    offscreen: Annotated[bool, typer.Option("--offscreen", help="Draw a film without a display.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.mp4|gif|png", help="Where the film goes.")] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help="Size in pixels.")] = "1280x720",
    seconds: Annotated[float, typer.Option(help="About how long the film is; 0 films the whole game.")] = 40.0,
    wind: Annotated[str, typer.Option(help="The wind that blows.")] = "garden",
    preset: Annotated[str, typer.Option(help="Quality: low, medium, high, ultra, or auto by the driver.")] = "auto",
    language: Annotated[str, typer.Option(help="Of the captions: en, de or es.")] = "en",
    as_json: Json = False,
) -> None:
    """Bots play a game, in a window or as a film. Example: fliegende3d demo --offscreen --out demo.mp4"""
    from .commands import demo as command

    answer = command.demo(
        players=players,
        seed=seed,
        out=out,
        offscreen=offscreen,
        size=size,
        seconds=seconds,
        wind=wind,
        preset=preset,
        language=language,
    )
    if as_json:
        print_json(answer)
    elif answer:
        print("\n".join(command.in_words(answer)))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    info: Annotated[bool, typer.Option("--info", help="Tell what it holds, without a window; so does --json.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Fly it again and compare.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="OUT", help="Write a film: .mp4, .gif or .png.")] = None,
    share: Annotated[Path | None, typer.Option(metavar="OUT", help="Write a copy without what is secret.")] = None,
    shots: Annotated[
        str | None, typer.Option(metavar="LIST", help="hand,chase,edge,orbit,impact,verdict,duel,table or 1 to 7.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="About how long the film is; without: everything.")] = None,
    highlights: Annotated[bool, typer.Option("--highlights", help="Film only the remarkable throws.")] = False,
    at: Annotated[float | None, typer.Option(metavar="SECONDS", help="For a .png: this moment of the film.")] = None,
    look: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="For a .png: eye, look_at, focus, exposure, time_of_day.")
    ] = None,
    transparent: Annotated[bool, typer.Option("--transparent", help="For a .png: only the carpets.")] = False,
    size: Annotated[str, typer.Option(metavar="WxH", help="Size in pixels.")] = "1280x720",
    scale: Annotated[int, typer.Option(help="1 to 4 times that size.")] = 1,
    preset: Annotated[str, typer.Option(help="Quality: low, medium, high, ultra, or auto by the driver.")] = "auto",
    language: Annotated[str, typer.Option(help="Of the captions: en, de or es.")] = "en",
    captions: Annotated[bool, typer.Option(help="Show words.")] = True,
    hide_names: Annotated[bool, typer.Option("--hide-names", help="Call players by their letters.")] = False,
    sound: Annotated[bool, typer.Option(help="With a sound track.")] = True,
    progress: Annotated[bool, typer.Option("--progress", help="Tell each frame on the standard error.")] = False,
    as_json: Json = False,
) -> None:
    """Watch, check, share or export a recording. Example: fliegende3d replay game.teppich --export film.mp4

    Without --info, --verify, --share, --export and --json it is watched in a window.
    """
    from .commands import replay as command

    answer = command.replay(
        file,
        info=info or as_json,
        verify=verify,
        export=export,
        share=share,
        shots=shots,
        seconds=seconds,
        highlights=highlights,
        at=at,
        look=look,
        transparent=transparent,
        size=size,
        scale=scale,
        preset=preset,
        language=language,
        captions=captions,
        hide_names=hide_names,
        sound=sound,
        told=progress,
    )
    if as_json:
        print_json(answer)
    elif answer:
        print("\n".join(command.in_words(answer)))
    if answer.get("same") is False:
        raise typer.Exit(1)


@app.command()
def validate(
    only: Annotated[str | None, typer.Option(metavar="V7,V11", help="Only these rows.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a report with plots.")] = None,
    as_json: Json = False,
) -> None:
    """The physics against formulas and papers, row by row. Example: fliegende3d validate --only V7,V11"""
    from .commands import validate as command

    answer = command.validate(only=only, report=report)
    if as_json:
        print_json(answer)
    else:
        print("\n".join(command.in_words(answer)))
    raise typer.Exit(command.exit_code(answer))


@app.command()
def bench(as_json: Json = False) -> None:
    """Speed, compared with the engine's soft body in the same run. Example: fliegende3d bench --json"""
    from .commands import bench as command

    answer = command.bench()
    if as_json:
        print_json(answer)
    else:
        print("\n".join(command.in_words(answer)))


@app.command()
def doctor(as_json: Json = False) -> None:
    """What works on this machine and how to mend the rest. Example: fliegende3d doctor"""
    from .commands import doctor as command

    answer = command.examine()
    if as_json:
        print_json(answer)
    else:
        print("\n".join(command.in_words(answer)))


def described(error: Exception) -> str:
    """What is wrong with the words on the command line, and where to see what would be right."""
    say = getattr(error, "format_message", None)
    context = getattr(error, "ctx", None)
    where = f" (see {context.command_path} --help)" if context is not None else ""
    return f"{say() if callable(say) else error}{where}"


def first_line(message: str) -> str:
    """A message on one line."""
    return " ".join(message.split())


def say_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: object = None,
) -> None:
    """Tell a warning on one line, in place of `warnings.showwarning`."""
    print(f"fliegende3d: {first_line(str(message))}", file=sys.stderr)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    words = list(arguments)
    if not words or (words[0].startswith("-") and words[0] not in ("--help", "--version")):
        words.insert(0, "play")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = say_warning
            code = typer.main.get_command(app)(args=words, prog_name="fliegende3d", standalone_mode=False)
    except UsageError as error:
        print(f"fliegende3d: {first_line(described(error))}", file=sys.stderr)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        code = STOPPED
    except BrokenPipeError:
        return 0
    except (ValueError, OSError) as error:
        print(f"fliegende3d: {first_line(str(error))}", file=sys.stderr)
        return 2
    if code == STOPPED:
        # Some versions of typer turn Ctrl-C into this code and say nothing.
        print("fliegende3d: stopped", file=sys.stderr)
    return code if isinstance(code, int) else 0


def main() -> None:
    """Entry point of the program."""
    sys.exit(run(sys.argv[1:]))

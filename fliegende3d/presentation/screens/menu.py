"""The ways between screens: what each entry of a menu opens."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fliegende3d.game.levels import load_levels
from fliegende3d.game.players import Player, parse_player
from fliegende3d.game.recorder import record
from fliegende3d.game.saving import SavedGame, latest, open_saved
from fliegende3d.game.session import Session
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.resources import folder
from fliegende3d.rules import RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable

    from fliegende3d.presentation.app import Application
    from fliegende3d.presentation.app_start import PlayOptions

# Seeds are small enough to be read out and typed in.
SEEDS = 2**31


def prepared(app: Application, make: Callable[[], Screen]) -> Screen:
    """Return a screen that throws carpets, or the one that waits until they can be thrown."""
    from fliegende3d.presentation.screens.loading import LoadingScreen

    warm = app.warm
    return make() if warm is None or warm.finished else LoadingScreen(app, warm, make)


def open_new_game(app: Application) -> None:
    """Open the new-game screen."""
    from fliegende3d.presentation.screens.new_game import NewGameScreen

    app.push(NewGameScreen(app))


def open_house_rules(app: Application) -> None:
    """Open the house rules."""
    from fliegende3d.presentation.screens.house_rules import HouseRulesScreen

    app.push(HouseRulesScreen(app))


def open_settings(app: Application) -> None:
    """Open the settings."""
    from fliegende3d.presentation.screens.settings_screen import SettingsScreen

    app.push(SettingsScreen(app))


def open_rules(app: Application) -> None:
    """Open the rules in short."""
    from fliegende3d.presentation.screens.rulebook import RulebookScreen

    app.push(RulebookScreen(app))


def open_credits(app: Application) -> None:
    """Open the credits."""
    from fliegende3d.presentation.screens.simple import CreditsScreen

    app.push(CreditsScreen(app))


def open_saves(app: Application) -> None:
    """Open the list of saved games."""
    from fliegende3d.presentation.screens.saves import SavesScreen

    app.push(SavesScreen(app))


def open_practice(app: Application) -> None:
    """Open the practice range."""
    from fliegende3d.presentation.screens.practice import PracticeScreen

    app.push(prepared(app, lambda: PracticeScreen(app)))


def open_lessons(app: Application) -> None:
    """Open the lessons."""
    from fliegende3d.presentation.screens.lessons import LessonScreen

    app.push(prepared(app, lambda: LessonScreen(app)))


def watch(app: Application, path: Path) -> None:
    """Watch a recorded game; tells why if it cannot be played."""
    from fliegende3d.presentation.screens.replay_screen import ReplayScreen

    try:
        screen = ReplayScreen(app, open_saved(path), path=path)
    except ValueError as error:
        app.refuse(app.texts("saves.broken", reason=str(error)))
        return
    app.push(screen)


def watch_session(app: Application, session: Session, *, reel: bool = False) -> None:
    """Watch the game that was just played, or only its remarkable throws."""
    from fliegende3d.presentation.screens.replay_screen import ReplayScreen

    app.push(ReplayScreen(app, record(session), reel=reel))


def latest_game(app: Application) -> SavedGame | None:
    """Return the game that was played last and is not over."""
    return latest(app.saves)


def saved_game(app: Application, word: str) -> Screen | None:
    """Return a saved game's screen: of a file, or of the latest game for an empty word; tells why if there is none."""
    found = latest(app.saves) if not word else None
    path = Path(word) if word else found.path if found is not None else None
    if path is None:
        app.say(app.texts("saves.none"))
        return None
    return game_from_file(app, path)


def game_from_file(app: Application, path: Path) -> Screen | None:
    """Return the screen of a saved game, ready to go on; tells why if it cannot be taken up."""
    from fliegende3d.presentation.screens.game_screen import GameScreen

    try:
        session = Session.resume(open_saved(path))
    except ValueError as error:
        app.say(app.texts("saves.broken", reason=str(error)))
        return None
    return prepared(app, lambda: GameScreen(app, session, path))


def resume_latest(app: Application) -> None:
    """Go on with the game that was played last."""
    screen = saved_game(app, "")
    if screen is not None:
        app.restart(screen)


def rules_of(name: str, house: Mapping[str, object] | None = None) -> RuleSet:
    """Return a preset of the rules with the player's house rules over it, or a file of house rules.

    Raises:
        RuleSetError: if the file is broken.
    """
    config = folder("config")
    if name and name not in RuleSet.presets(config):
        return RuleSet.load(config, house_rules=Path(name))
    return RuleSet.load(config, preset=name or None, overrides=house)


def start_game(app: Application) -> None:
    """Begin the game that the new-game screen describes."""
    from fliegende3d.presentation.screens.game_screen import GameScreen
    from fliegende3d.presentation.screens.names import seat_name

    chosen = app.settings.game
    players = [
        Player(seat_name(app.texts, seat, name), None if kind == "human" else kind.removeprefix("bot-"))
        for seat, (name, kind) in enumerate(chosen.players)
    ]
    try:
        levels = load_levels()
        for player in players:
            if player.level is not None:
                levels.find(player.level)
        rules = rules_of(chosen.rules, chosen.house)
        session = Session.new(players, rules, seed=secrets.randbelow(SEEDS), wind=chosen.wind)
    except ValueError as error:
        app.refuse(app.texts("house.refused", reason=str(error)))
        return
    app.restart(prepared(app, lambda: GameScreen(app, session)))


def rematch(app: Application, before: Session) -> None:
    """Begin another game of the same players with the same rules."""
    from fliegende3d.presentation.screens.game_screen import GameScreen

    session = Session.new(before.players, before.setup.rules, seed=secrets.randbelow(SEEDS), wind=before.wind)
    app.restart(GameScreen(app, session))


def game_from_options(app: Application, options: PlayOptions) -> Screen:
    """Return the game that the command line describes; without players one person against a computer.

    Raises:
        PlayerError, LevelError, RuleSetError: (ValueErrors) for words that are not right.
    """
    from fliegende3d.presentation.screens.game_screen import GameScreen
    from fliegende3d.presentation.screens.names import seat_name

    levels = load_levels()
    players = [parse_player(text, levels) for text in options.players]
    if not players:
        players = [Player(seat_name(app.texts, 0, "")), Player(seat_name(app.texts, 1, ""), "practised")]
    seed = options.seed if options.seed is not None else secrets.randbelow(SEEDS)
    own = app.settings.game
    rules = rules_of(options.rules) if options.rules else rules_of(own.rules, own.house)
    session = Session.new(players, rules, seed=seed, wind=options.wind or app.settings.game.wind)
    return prepared(app, lambda: GameScreen(app, session))

"""Every screen and act of the game by name, made without flying anything."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import numpy as np

from fliegende3d.collision.coverage import RestingCarpet
from fliegende3d.flight import Throw, Trajectory
from fliegende3d.game.laying import suggested_place
from fliegende3d.game.players import Player
from fliegende3d.game.session import Flight, Session
from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.acts.aiming import AimAct
from fliegende3d.presentation.screens.acts.duel import DuelAct, Shown
from fliegende3d.presentation.screens.acts.laying import LayingAct
from fliegende3d.presentation.screens.acts.news import NewsAct
from fliegende3d.presentation.screens.acts.rearranging import RearrangingAct
from fliegende3d.presentation.screens.acts.secret import Cover, GenieAct, LampAct
from fliegende3d.presentation.screens.acts.verdict import VerdictAct
from fliegende3d.presentation.screens.game_screen import GameScreen
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.throwing.release import flat_carpet
from fliegende3d.presentation.warming import Part, WarmUp
from fliegende3d.resources import folder
from fliegende3d.rules import (
    CARDS,
    CardTaken,
    CarpetsLanded,
    Coverage,
    FinishLayout,
    FlyAgain,
    GenieDecision,
    GeniesExchanged,
    GeniesShown,
    LampDecision,
    PalacesScored,
    PlaceCard,
    PlaceDecision,
    RearrangeDecision,
    RuleSet,
    StageEnded,
    StageEndReason,
    TakenBy,
)


def make_session(*, players: int = 2, seed: int = 1, names: tuple[str, ...] = (), humans: int = 9) -> Session:
    """A session of people (and computers after ``humans``), at its first decision."""
    given = names or ("Samira", "Jonas", "Ana", "Li")
    seats = [Player(given[k], None if k < humans else "practised") for k in range(players)]
    return Session.new(seats, RuleSet.load(folder("config")), seed=seed, wind="garden")


def lay_all(session: Session) -> None:
    """Lay every card of the stage at suggested places and end the layout."""
    random = Random(5)
    while session.flight_due() is None:
        match session.pending[0]:
            case PlaceDecision(seat=seat, card=card):
                place = suggested_place(session.state.table, session.state.rules, random)
                session.submit(PlaceCard(seat, *place, card.id))
            case RearrangeDecision(seat=seat):
                session.submit(FinishLayout(seat))


def lying_flight(session: Session, x: float = 0.0, y: float = 0.0) -> Flight:
    """A flight that ends flat at a place, as if it had been flown: on the nearest two cards."""
    due = session.flight_due()
    assert due is not None
    throw = Throw((x, y, 0.001), (0.0, 0.0, 0.0))
    vertices = flat_carpet(throw)
    path = vertices[None].repeat(2, axis=0)
    centre = path.mean(axis=1)
    still = np.zeros((2, 3))
    triangles = np.zeros((0, 3), dtype=np.int32)
    trajectory = Trajectory(np.array([0.0, 0.1]), path, centre, still, still, (), True, (14, 20), triangles)
    resting = {due.carpet: RestingCarpet("x", vertices, np.zeros((0, 3), dtype=np.int64))}
    near = sorted(session.state.table, key=lambda card: (card.x - x) ** 2 + (card.y - y) ** 2)[:2]
    coverage = (
        Coverage(due.carpet, near[0].id, 2200.0, 0.0),
        Coverage(due.carpet, near[1].id, 0.0, 310.0),
    )
    facts = CarpetsLanded(due.seat, due.carpet, session.state.table, (), coverage)
    return Flight(due.seat, due.carpet, throw, trajectory, resting, facts)


def _game(app: Application, session: Session) -> GameScreen:
    screen = GameScreen(app, session)
    screen.match.news = []
    return screen


def _with_act(app: Application, session: Session, make: Callable[[GameScreen], Act]) -> GameScreen:
    screen = _game(app, session)
    screen.match.prepare_carpets()
    screen.play(make(screen))
    return screen


def _aim(app: Application, mode: str) -> GameScreen:
    session = make_session()
    lay_all(session)
    due = session.flight_due()
    assert due is not None

    def make(screen: GameScreen) -> Act:
        act = AimAct(screen, due)
        act.mode = mode
        if mode == "meter":
            act.press_meter()
        return act

    return _with_act(app, session, make)


def _laying(app: Application) -> GameScreen:
    session = make_session()
    decision = session.pending[0]
    assert isinstance(decision, PlaceDecision)
    return _with_act(app, session, lambda screen: LayingAct(screen, decision))


def _rearranging(app: Application) -> GameScreen:
    session = make_session()
    random = Random(5)
    while isinstance(decision := session.pending[0], PlaceDecision):
        place = suggested_place(session.state.table, session.state.rules, random)
        session.submit(PlaceCard(decision.seat, *place, decision.card.id))
    assert isinstance(decision, RearrangeDecision)
    return _with_act(app, session, lambda screen: RearrangingAct(screen, decision))


def _verdict(app: Application) -> GameScreen:
    session = make_session()
    lay_all(session)
    flight = lying_flight(session)
    return _with_act(app, session, lambda screen: VerdictAct(screen, flight, session.state.table))


def _genie(app: Application, cover: Cover) -> GameScreen:
    session = make_session(players=4)

    def make(screen: GameScreen) -> Act:
        act = GenieAct(screen, GenieDecision(0, CARDS[0], (0, 1, 2, 3)))
        act.cover = cover
        return act

    return _with_act(app, session, make)


def _lamps(app: Application) -> GameScreen:
    def make(screen: GameScreen) -> Act:
        act = LampAct(screen, LampDecision(0, 3))
        act.cover = Cover.OPEN
        return act

    return _with_act(app, make_session(players=4), make)


def _duel(app: Application, time: float) -> GameScreen:
    shown = GeniesShown(CARDS[20], ((0, 8), (1, 3), (2, 1), (3, 5)), 0)

    def make(screen: GameScreen) -> Act:
        act = DuelAct(screen, Shown(shown, GeniesExchanged(0, 2, 8, 1)))
        act._time = time
        return act

    return _with_act(app, make_session(players=4), make)


def _news(app: Application) -> GameScreen:
    events = (
        CardTaken(0, CARDS[0], TakenBy.CLAIM),
        GeniesShown(CARDS[20], ((0, 8), (1, 3), (2, 1)), 0),
        GeniesExchanged(0, 2, 8, 1),
        FlyAgain(9, 2),
        StageEnded(1, StageEndReason.ONLY_DESERTS, ()),
        PalacesScored((3, 1, 1, 0), (0, 1, 0, 0), (5, 0, 0, -5)),
    )
    return _with_act(app, make_session(players=4), lambda screen: NewsAct(screen, events))


def _end(app: Application) -> Screen:
    from fliegende3d.presentation.screens.end import EndScreen
    from fliegende3d.presentation.screens.match import Match

    session = make_session(players=4)
    state = session.state
    hands = (CARDS[:9], CARDS[12:25], CARDS[27:40], CARDS[41:])
    session._state = state.evolve(hands=hands, palace_points=(5, -5, 0, 0))
    return EndScreen(app, Match(app, session, keep=False))


def _replay(app: Application) -> Screen:
    from fliegende3d.game.recorder import record
    from fliegende3d.presentation.screens.replay_screen import ReplayScreen

    session = make_session()
    lay_all(session)
    session.land(lying_flight(session))
    screen = ReplayScreen(app, record(session))
    screen.viewer.seek(screen.viewer.duration)
    return screen


class Unready(WarmUp):
    """A preparation that never comes to its end."""

    def __init__(self) -> None:
        """Nothing is prepared."""

    @property
    def share(self) -> float:
        return 0.4

    @property
    def compiling(self) -> bool:
        return True

    @property
    def part(self) -> Part:
        return Part.FOLDS

    @property
    def finished(self) -> bool:
        return False


def _export(app: Application) -> Screen:
    from fliegende3d.game.recorder import record
    from fliegende3d.presentation.screens.export_screen import ExportScreen

    session = make_session()
    lay_all(session)
    session.land(lying_flight(session))
    return ExportScreen(app, record(session))


def _simple(name: str) -> Callable[[Application], Screen]:
    def make(app: Application) -> Screen:
        from fliegende3d.presentation.screens import lessons, new_game, pages, practice, saves, settings_screen, simple
        from fliegende3d.presentation.screens.match import Match
        from fliegende3d.presentation.screens.pause import PauseScreen
        from fliegende3d.presentation.screens.title import TitleScreen

        if name == "title":
            return TitleScreen(app)
        if name == "new_game":
            players = [["Wolfeschlegelsteinhausen", "human"], ["", "bot-novice"], ["Ω≈ç", "human"], ["", "bot-expert"]]
            game = msgspec.structs.replace(app.settings.game, players=players)
            app.settings = msgspec.structs.replace(app.settings, game=game)
            return new_game.NewGameScreen(app)
        if name == "controls":
            from fliegende3d.presentation.screens.controls_screen import ControlsScreen

            return ControlsScreen(app)
        if name == "hand":
            from fliegende3d.presentation.screens.hand_screen import HandScreen

            return HandScreen(app, 1)
        if name == "house":
            from fliegende3d.presentation.screens.house_rules import HouseRulesScreen

            return HouseRulesScreen(app)
        if name == "loading":
            from fliegende3d.presentation.screens.loading import LoadingScreen

            return LoadingScreen(app, Unready(), lambda: TitleScreen(app))
        if name == "rulebook":
            from fliegende3d.presentation.screens.rulebook import RulebookScreen

            return RulebookScreen(app)
        if name == "join":
            from fliegende3d.presentation.screens.device_screens import JoinScreen

            return JoinScreen(app)
        if name == "reconnect":
            from fliegende3d.presentation.screens.device_screens import ReconnectScreen

            return ReconnectScreen(app, 1, "Jonas", "pad:x:#1")
        if name == "credits":
            return simple.CreditsScreen(app)
        if name == "saves":
            return saves.SavesScreen(app)
        if name == "practice":
            return practice.PracticeScreen(app)
        if name.startswith("lesson_"):
            lesson = lessons.LessonScreen(app)
            lesson.lesson = lessons.Lesson(name.removeprefix("lesson_"))
            if lesson.lesson is lessons.Lesson.DUEL:
                card = lesson.match.session.state.table[5]
                lesson.flight = lying_flight(lesson.match.session, card.x, card.y - 0.03)
            return lesson
        if name == "log":
            return pages.LogScreen(app, [f"Samira takes Adventure {letter}." for letter in "ABCDE"] * 8)
        if name == "scores":
            return pages.ScoresScreen(app, Match(app, make_session(players=4), keep=False))
        if name == "pause":
            return PauseScreen(app, _game(app, make_session()))
        if name == "question":
            answers = [("no", app.texts("common.no"), lambda: None), ("yes", app.texts("common.yes"), lambda: None)]
            return simple.QuestionScreen(app, app.texts("saves.delete_question", name="Samira · Jonas"), answers)
        screen = settings_screen.SettingsScreen(app)
        screen.page = name.removeprefix("settings_")
        return screen

    return make


SCREENS: dict[str, Callable[[Application], Screen]] = {
    "aim_flick": lambda app: _aim(app, "flick"),
    "aim_slingshot": lambda app: _aim(app, "slingshot"),
    "aim_meter": lambda app: _aim(app, "meter"),
    "aim_step": lambda app: _aim(app, "step"),
    "laying": _laying,
    "rearranging": _rearranging,
    "verdict": _verdict,
    "genie_pass": lambda app: _genie(app, Cover.PASS),
    "genie_covered": lambda app: _genie(app, Cover.COVERED),
    "genie_open": lambda app: _genie(app, Cover.OPEN),
    "lamps": _lamps,
    "duel_waiting": lambda app: _duel(app, 1.0),
    "duel_turning": lambda app: _duel(app, 2.05),
    "duel_changing": lambda app: _duel(app, 4.4),
    "duel_over": lambda app: _duel(app, 9.0),
    "news": _news,
    "end": _end,
    "replay": _replay,
    "export": _export,
    **{
        name: _simple(name)
        for name in (
            "title",
            "new_game",
            "controls",
            "loading",
            "rulebook",
            "house",
            "hand",
            "join",
            "reconnect",
            "credits",
            "saves",
            "practice",
            "lesson_goal",
            "lesson_grip",
            "lesson_throw",
            "lesson_duel",
            "lesson_stage",
            "lesson_scoring",
            "log",
            "scores",
            "pause",
            "question",
            "settings_access",
            "settings_video",
            "settings_sound",
            "settings_controls",
        )
    },
}

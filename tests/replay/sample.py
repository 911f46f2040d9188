"""A small game by hand: made-up landings with the poses of a rippling carpet, so that no physics is needed."""

from __future__ import annotations

from random import Random

import numpy as np

from fliegende3d import resources
from fliegende3d.flight import ContactEvent, ContactKind, Orientation, Throw
from fliegende3d.replay.flights import CardTrack, RecordedFlight, record_flight
from fliegende3d.replay.poses import Poses, flat_grid
from fliegende3d.replay.recording import Header, Recording, Secrets, Step
from fliegende3d.rules import (
    Applied,
    CarpetsLanded,
    ChooseGenie,
    ChooseLamps,
    Coverage,
    FinishLayout,
    FlightDecision,
    GameState,
    GenieDecision,
    LampDecision,
    PlaceCard,
    PlaceDecision,
    RearrangeDecision,
    RuleSet,
    Setup,
    apply,
    draw_setup,
    pending,
    start_game,
    suggest_place,
)

MESH = (8, 10)
FRAMES = 50


def flight(seat: int, carpet: int, target: tuple[float, float], *, pushed: int | None = None) -> RecordedFlight:
    """A flight in a straight line from the south to a target on the table, touching down after half of its time."""
    times = np.arange(FRAMES) / 60.0
    share = np.minimum(times / times[FRAMES // 2], 1.0)[:, None]
    start, end = np.array((0.0, -0.6, 0.25)), np.array((*target, 0.001))
    centres = start + (end - start) * share
    shape = flat_grid(*MESH, 0.059, 0.091)
    wave = 0.004 * np.sin(60.0 * shape[None, :, 1] + 20.0 * times[:, None]) * (1.0 - share)
    vertices = centres[:, None] + shape[None]
    vertices[:, :, 2] += wave + 0.004
    touchdown = float(times[FRAMES // 2])
    contacts = (
        ContactEvent(touchdown, ContactKind.FIRST_CONTACT, (*target, 0.0), 1.5),
        ContactEvent(float(times[-1]), ContactKind.REST, (*target, 0.0), 0.0),
    )
    track = CardTrack(times, np.tile((*target, 0.0, 0.1, 0.0, 0.0), (FRAMES, 1)) + 0.002 * share)
    return record_flight(
        seat=seat,
        carpet=carpet,
        throw=Throw((0.0, -0.6, 0.25), (0.0, 2.0, 0.5), (0.0, 0.0, 30.0), Orientation(0.1, 0.2, 0.3)),
        wind_seed=17,
        poses=Poses(times, vertices, *MESH),
        contacts=contacts,
        settled=True,
        resting_hash="0" * 64,
        cards={} if pushed is None else {pushed: track},
    )


def landing(state: GameState, seat: int, carpet: int, card: int | None) -> CarpetsLanded:
    """The facts of a carpet that lies flat on one card, with every earlier carpet of the round where it was."""
    before = state.landed.coverage if state.landed is not None and state.flown else ()
    cover = () if card is None else (Coverage(carpet, card, 2000.0, 0.0),)
    return CarpetsLanded(seat, carpet, state.table, (), (*before, *cover), (), ())


def game(*, players: int = 2, steps: int = 10_000, seed: int = 5) -> Recording:
    """A game of so many steps, in which everybody flies at the first card that lies, so that there are duels."""
    rules = RuleSet.load(resources.folder("config"))
    random = Random(seed)
    names = ("Ana", "Bo", "Cid", "Di")[:players]
    setup: Setup = draw_setup(names, rules, random=random)
    state, opening = start_game(setup)
    done: list[Step] = []
    while not state.over and len(done) < steps:
        decision = pending(state)[0]
        flown: RecordedFlight | None = None
        match decision:
            case PlaceDecision(seat=seat):
                place = suggest_place(state.table, rules, random)
                assert place is not None
                action: object = PlaceCard(seat, *place)
            case RearrangeDecision(seat=seat):
                action = FinishLayout(seat)
            case FlightDecision(seat=seat, carpet=carpet):
                card = state.table[(len(done) // 3) % len(state.table)] if random.random() < 0.8 else None
                action = landing(state, seat, carpet, None if card is None else card.id)
                target = (card.x, card.y) if card is not None else (0.5, 0.1)
                flown = flight(seat, carpet, target, pushed=None if card is None else card.id)
            case GenieDecision(seat=seat):
                action = ChooseGenie(seat, random.choice(state.genies[seat]))
            case LampDecision(seat=seat, most=most):
                action = ChooseLamps(seat, random.randint(0, most))
        applied = apply(state, action)  # type: ignore[arg-type]
        assert isinstance(applied, Applied), applied
        done.append(Step(action, applied.events, flown))  # type: ignore[arg-type]
        state = applied.state
    header = Header(
        program="0",
        names=names,
        levels=(None,) * players,
        rules=rules.to_dict(),
        wind="calm",
        material="magic",
        mesh=MESH,
        finished=state.over,
        stage=state.stage,
        stages=state.stages,
        flights=sum(step.flight is not None for step in done),
    )
    secrets = Secrets(seed=seed, deck=setup.deck, genies=setup.genies, first_dealer=setup.first_dealer)
    return Recording(header, secrets, opening, tuple(done))

"""`simulate`: one throw to rest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from fliegende3d.collision.coverage import CardOutline, RestingCarpet, coverage
from fliegende3d.collision.scene import CardEntry, Scene, SceneError, decode_scene, resting_carpets, verdict
from fliegende3d.flight import (
    FlightError,
    LyingCard,
    LyingCarpet,
    Orientation,
    Throw,
    Trajectory,
    World,
    default_world,
    simulate,
)
from fliegende3d.flight.contact_landing import Landing

from .files import InputError, parse_json, read_input, rounded

DEFAULT_TABLE: Final = "default"


class OrientationEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How the carpet is held [rad]."""

    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0


class ThrowEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A throw as a file describes it: metres, metres a second, radians a second in world axes."""

    position: tuple[float, float, float]
    velocity: tuple[float, float, float]
    spin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    orientation: OrientationEntry = OrientationEntry()


def decode_throw(data: bytes, source: str) -> Throw:
    """Read a throw.

    Raises:
        InputError: if it is not JSON of this form, or no hand could throw it.
    """
    parse_json(data, source)
    try:
        entry = msgspec.json.decode(data, type=ThrowEntry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{source}: {error}") from error
    held = entry.orientation
    try:
        return Throw(entry.position, entry.velocity, entry.spin, Orientation(held.yaw, held.pitch, held.roll))
    except FlightError as error:
        raise InputError(f"{source}: {error}") from error


def load_table(name: str | None) -> Scene:
    """What lies on the table: nothing, a legal layout of twelve, or what a file says.

    Raises:
        InputError: if the file cannot be read or is not a table.
    """
    if name is None:
        return Scene()
    if name == DEFAULT_TABLE:
        from fliegende3d.game.laying import default_layout

        return Scene(cards=[CardEntry(card.id, card.x, card.y, card.kind.value, card.yaw) for card in default_layout()])
    data = read_input(Path(name))
    parse_json(data, name)
    try:
        return decode_scene(data)
    except SceneError as error:
        raise InputError(f"{name}: {error}") from error


def parse_settings(words: Sequence[str]) -> dict[str, float]:
    """Read ``KEY=VALUE`` pairs.

    Raises:
        InputError: for a pair that is not of this form.
    """
    settings: dict[str, float] = {}
    for word in words:
        key, equals, value = word.partition("=")
        try:
            settings[key.strip()] = float(value)
        except ValueError:
            equals = ""
        if not equals or not key.strip():
            raise InputError(f"--set {word}: right is KEY=VALUE with a number, for instance --set air.density=0")
    return settings


def parse_mesh(text: str) -> tuple[int, int]:
    """Read ``RxC``, in either order: the greater number is along the long side.

    Raises:
        InputError: if it is not two numbers.
    """
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise InputError(f"--mesh {text}: right is two even numbers, for instance 20x14")
    shorter, longer = sorted(int(part) for part in parts)
    return shorter, longer


def run(
    path: Path,
    *,
    table: str | None = None,
    wind: str = "calm",
    material: str = "magic",
    mesh: str = "20x14",
    seed: int = 0,
    settings: Sequence[str] = (),
    trajectory: Path | None = None,
) -> dict[str, Any]:
    """Fly one throw to rest and say where everything lies.

    Raises:
        InputError, FlightError: for bad input; then nothing is simulated.
    """
    throw = decode_throw(read_input(path), str(path))
    scene = load_table(table)
    lying = resting_carpets(scene)
    if not 0 <= seed < 2**63:
        raise InputError(f"--seed is {seed}; right is a whole number from 0")
    world = World(
        default_world().table,
        tuple(LyingCard(card.id, card.x, card.y, card.yaw) for card in scene.cards),
        tuple(best_rectangle(index, carpet) for index, carpet in enumerate(lying)),
        bottom_to_top(scene, lying),
        seed,
    )
    flight = simulate(
        throw,
        world=world,
        material=material,
        wind=wind,
        mesh=parse_mesh(mesh),
        seed=seed,
        overrides=parse_settings(settings),
    )
    if trajectory is not None:
        save_trajectory(trajectory, flight)
    return answer(flight, scene, lying)


def bottom_to_top(scene: Scene, lying: list[RestingCarpet]) -> tuple[tuple[str, int], ...]:
    """The order of everything on the table: carpets over the cards, or just below those that they lie mostly under."""
    outlines = [card.outline() for card in scene.cards]
    order = [("card", card.id) for card in scene.cards]
    for index, carpet in enumerate(lying):
        pairs = coverage([carpet], outlines)
        above = [order.index(("card", pair.card)) for pair in pairs if pair.area_below_mm2 > pair.area_above_mm2]
        order.insert(min(above, default=len(order)), ("carpet", index))
    return tuple(order)


def best_rectangle(index: int, carpet: RestingCarpet) -> LyingCarpet:
    """The rectangle that a lying carpet fills best: its centre, and the direction of its longer side."""
    centre = carpet.vertices[:, :2].mean(0)
    x, y = (carpet.vertices[:, :2] - centre).T
    turn = 0.5 * float(np.arctan2(2.0 * (x * y).mean(), (x * x).mean() - (y * y).mean()))
    return LyingCarpet(index, float(centre[0]), float(centre[1]), turn - 0.5 * float(np.pi), carpet.vertices)


def answer(flight: Trajectory, scene: Scene, lying: list[RestingCarpet]) -> dict[str, Any]:
    """How everything lies, ready for JSON."""
    vertices = flight.final_vertices
    columns, rows = flight.mesh
    grid = vertices.reshape(rows, columns, 3)
    across = grid[:, -1].mean(0) - grid[:, 0].mean(0)
    carpet = RestingCarpet("thrower", vertices, flight.triangles.astype(np.int64), order=len(lying))
    cards = [CardOutline(card.id, card.x, card.y, card.yaw, card.z, card.kind) for card in scene.cards]
    fallen: tuple[int, ...] = ()
    if isinstance(flight, Landing):
        kinds = {card.id: card.kind for card in scene.cards}
        cards = [
            CardOutline(card.id, card.x, card.y, card.yaw, flight.tops[card.id], kinds[card.id])
            for card in flight.cards
        ]
        fallen = flight.fallen
        lying = [
            replace(before, vertices=flight.resting.get(index, before.vertices)) for index, before in enumerate(lying)
        ]
        sides = {number: side for (kind, number), side in flight.sides.items() if kind == "card"}
        carpet = replace(carpet, sides=sides)
    return {
        "settled": flight.settled,
        "time": rounded(flight.duration),
        "carpet": {
            "centroid": [rounded(float(part)) for part in vertices.mean(0)],
            "yaw": rounded(float(np.arctan2(across[1], across[0]))),
            "velocity": [rounded(float(part)) for part in flight.velocity[-1]],
            "vertices": [[float(part) for part in vertex] for vertex in vertices],
            "triangles": [[int(part) for part in triangle] for triangle in flight.triangles],
        },
        "cards": [{"id": card.id, "kind": card.kind, "x": card.x, "y": card.y, "yaw": card.yaw} for card in cards],
        "fallen": list(fallen),
        "events": [
            {
                "t": rounded(event.time),
                "kind": event.kind.value,
                "position": [rounded(part) for part in event.position],
                "speed": rounded(event.speed),
            }
            | ({"card": event.card} if event.card is not None else {})
            | ({"carpet": event.carpet} if event.carpet is not None else {})
            for event in flight.events
        ],
        "coverage": verdict([*lying, carpet], cards)["coverage"],
        "hash": flight.hash,
    }


def save_trajectory(path: Path, flight: Trajectory) -> None:
    """Write a trajectory as NPZ, whole or not at all.

    Raises:
        InputError: if it cannot be written.
    """
    try:
        descriptor, name = tempfile.mkstemp(prefix=".", suffix=".npz", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            np.savez_compressed(
                file,
                t=flight.times,
                vertices=flight.vertices,
                centre_of_mass=flight.centre_of_mass,
                angular_velocity=flight.angular_velocity,
            )
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        Path(name).unlink(missing_ok=True)


def in_words(result: dict[str, Any]) -> list[str]:
    """The end of the flight as lines for people."""
    x, y, z = result["carpet"]["centroid"]
    state = "at rest" if result["settled"] else "still moving"
    lines = [f"{state} after {result['time']:.2f} s at x {x:.3f} m, y {y:.3f} m, z {z:.4f} m"]
    lines += [f"  {event['t']:.3f} s  {event['kind']}" for event in result["events"]]
    lines += [
        f"  card {entry['card']}: {entry['area_above_mm2']:.1f} mm² above, {entry['area_below_mm2']:.1f} mm² below"
        for entry in result["coverage"]
    ]
    return lines

"""Rows on the centrifugal stiffening of spinning sheets (S)."""

from __future__ import annotations

import math

import numpy as np

from fliegende3d.flight.one_flight import Flight
from fliegende3d.flight.settings import Settings
from fliegende3d.flight.throw import Throw
from fliegende3d.flight.validation.row import Curve, Plot, Row

SPIN = 100.0  # rad/s


def stiffening() -> list[Row]:
    """A limp sheet that spins is stiff: its second ripple swings at sqrt(3) times the spin.

    A sheet without bending stiffness, spinning at W about its normal, carries the tension T(x) = sigma W^2/2 (a^2/4 -
    x^2) along x
    and the like along y. A ripple w(x) obeys sigma w_tt = (T w')', whose modes are Legendre polynomials P_n(2x/a) with
    w_n^2 = W^2 n (n + 1)/2: 1 (a tilt: the nutation of any flat lamina), then sqrt(3). Either side of the sheet has
    its own.
    """
    rows: list[Row] = []
    rate = 4800
    for name, half, index in (("59 mm", 0.0295, 0), ("91 mm", 0.0455, 1)):
        settings = Settings.resolve(
            mesh=(26, 26),
            overrides={
                "air.density": 0.0,
                "solver.contact": 0.0,
                "gravity": 0.0,
                "solver.step_rate": rate,
                "solver.numerical_damping": 0.0,
                "material.damping": 0.0,
                "material.bending_rigidity": 1e-9,
            },
        )
        flight = Flight(Throw((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, SPIN)), settings, keep_frames=False)
        shape = 1.5 * (flight.mesh.rest_positions[:, index] / half) ** 2 - 0.5
        flight.advance(1)
        flight.x[:, 2] += 1e-4 * shape
        weight = flight.mesh.mass * shape
        signal = []
        for _ in range(rate // 4):
            flight.advance(1)
            signal.append(float((weight * flight.x[:, 2]).sum() / (weight * shape).sum()))
        path = np.array(signal)
        crossing = np.nonzero(np.diff(np.signbit(path)))[0]
        moments = crossing + path[crossing] / (path[crossing] - path[crossing + 1])
        frequency = math.pi * rate / float(np.diff(moments).mean())
        plot = Plot("t [s]", "ripple [mm]", (Curve("ours", tuple((k / rate, 1e3 * z) for k, z in enumerate(signal))),))
        rows.append(
            Row(
                "S",
                f"limp sheet at {SPIN:g} rad/s: ripple along the {name} side, frequency / spin",
                math.sqrt(3.0),
                frequency / SPIN,
                0.02,
                "rotating membrane, Legendre modes",
                relative=True,
                plot=plot,
            )
        )
    return rows

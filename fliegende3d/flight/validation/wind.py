"""Rows on the wind: statistics of gusts and eddies (V27)."""

from __future__ import annotations

import math

import numpy as np

from fliegende3d.flight.validation.row import Curve, Plot, Row
from fliegende3d.flight.wind import Wind, WindField, ornstein_uhlenbeck

SAMPLES = 100_000
SEED = 20


def v27() -> list[Row]:
    """Statistics of gusts (mean 0, deviation, correlation 1/e after the correlation time) and of eddies (no
    divergence, no
    flow through the table, the deviation asked for).

    With 1e5 samples at 60 Hz a correlation time of T holds 60 T of them, so the sample mean and deviation themselves
    scatter
    by sqrt(2 T/duration) and half of it: T = 0.05 s keeps both under the tolerance.
    """
    time, rate = 0.05, 60.0
    noise = np.random.Generator(np.random.Philox(SEED)).standard_normal(SAMPLES)
    keep = math.exp(-1.0 / (rate * time))
    gusts = np.empty_like(noise)
    ornstein_uhlenbeck(noise, keep, 0.0, gusts)
    lag = round(rate * time)
    centred = gusts - gusts.mean()
    variance = float((centred**2).mean())
    correlation = float((centred[:-lag] * centred[lag:]).mean()) / variance
    curve = tuple((k / rate, float((centred[: SAMPLES - k] * centred[k:]).mean()) / variance) for k in range(13))
    exact = tuple((k / rate, math.exp(-k / rate / time)) for k in range(13))
    plot = Plot("lag [s]", "correlation", (Curve("exp(-t/T)", exact, right=True), Curve("ours", curve)))
    source = "Ornstein-Uhlenbeck"
    rows = [
        Row("V27", "gusts, 1e5 samples: mean / deviation", 0.0, float(gusts.mean()), 0.02, source),
        Row("V27", "gusts: deviation", 1.0, math.sqrt(variance), 0.02, source, plot=plot),
        Row("V27", "gusts: correlation after the correlation time", math.exp(-1.0), correlation, 0.02, source),
    ]
    deviation, size = 0.5, 0.3
    random = np.random.Generator(np.random.Philox(SEED + 1))
    values = []
    worst_divergence = worst_normal = 0.0
    for seed in range(6):
        field = WindField(Wind(turbulence=deviation, turbulence_size=size), seed)
        values += [field.sample(random.uniform([-3, -3, 0.3], [3, 3, 3], (2000, 3)), 1.7 * k) for k in range(8)]
        points = random.uniform([-1, -1, 0.003], [1, 1, 0.5], (500, 3))
        step = 1e-5
        divergence = np.zeros(len(points))
        for d in range(3):
            offset = np.zeros(3)
            offset[d] = step
            divergence += (field.sample(points + offset, 1.3)[:, d] - field.sample(points - offset, 1.3)[:, d]) / (
                2 * step
            )
        worst_divergence = max(worst_divergence, float(np.abs(divergence).max()) * size / deviation)
        ground = random.uniform([-1, -1, 0], [1, 1, 0], (500, 3))
        worst_normal = max(worst_normal, float(np.abs(field.sample(ground, 2.0)[:, 2]).max()))
    spread = np.concatenate(values).std(axis=0)
    rows += [
        Row("V27", "eddies: largest |div v| L/|v|", 0.0, worst_divergence, 1e-3, "curl of a potential (Bridson 2007)"),
        Row("V27", "eddies: flow through the table", 0.0, worst_normal, 1e-12, "boundary", "m/s"),
        Row(
            "V27",
            "eddies: horizontal deviation",
            deviation,
            float(0.5 * (spread[0] + spread[1])),
            0.02,
            "variance of gradient noise, integrated over a cell",
            "m/s",
            True,
        ),
    ]
    return rows

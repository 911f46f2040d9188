"""Clouds as a panorama, and tileable noise that shaders read instead of computing it for every pixel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.ndimage import gaussian_filter

from fliegende3d.art.noise import smooth_noise
from fliegende3d.art.scenery.masks import Array
from fliegende3d.art.storage import save_relief

CLOUDS = (512, 2048)  # rows run from the zenith to the horizon, columns once round
NOISE = (512, 512)


def _rescaled(values: Array, low: float, high: float) -> Array:
    """Values between two percentiles mapped to 0..1."""
    bottom, top = np.percentile(values, (low, high))
    result: Array = np.clip((values - bottom) / (top - bottom), 0, 1)
    return result


def build_clouds(folder: Path) -> None:
    """Long evening clouds: density (red), how much their lower edge glows (green), and high veils (blue)."""
    elevation = np.linspace(1, 0, CLOUDS[0])[:, None]
    body = smooth_noise("cloudbody", CLOUDS, (26, 190), octaves=5, wrapped=True)
    body += 0.55 * smooth_noise("cloudbank", CLOUDS, (60, 420), octaves=2, wrapped=True)
    band = np.exp(-(((elevation - 0.30) / 0.20) ** 2)) + 0.55 * np.exp(-(((elevation - 0.10) / 0.06) ** 2))
    density = _rescaled(body + 1.5 * (band - 0.7), 55, 98.5)
    below = np.roll(gaussian_filter(density, (5, 9), mode="wrap"), -7, 0)
    glow = np.clip(0.5 + (density - below) * 1.9, 0, 1)
    veil = _rescaled(smooth_noise("veil", CLOUDS, (60, 300), octaves=4, wrapped=True), 50, 99)
    save_relief(folder / "scenery" / "clouds.jpg", np.stack([density, glow, veil], -1))


def build_noise(folder: Path) -> None:
    """Leaf shadows (red), fine grain (green) and coarse grain (blue), all tileable."""
    leaves = _rescaled(smooth_noise("gobo", NOISE, (70, 48), octaves=4, wrapped=True), 2, 98)
    fine = _rescaled(smooth_noise("fine", NOISE, (4, 4), octaves=2, wrapped=True), 1, 99)
    coarse = _rescaled(smooth_noise("coarse", NOISE, (40, 40), octaves=5, wrapped=True), 1, 99)
    save_relief(folder / "scenery" / "noise.jpg", np.stack([leaves, fine, coarse], -1))

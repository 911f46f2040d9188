"""A carpet by itself on a transparent ground: what shines through is measured against two backgrounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from panda3d.core import CardMaker, NodePath, Shader

from fliegende3d.presentation.film.writer import Frame
from fliegende3d.presentation.graphics.meshes import Node
from fliegende3d.presentation.graphics.pipeline import LIGHT_MASK
from fliegende3d.presentation.scene.stage import Stage

KEPT: Final = ("carpet ", "view", "key light", "from above")
"""Beginnings of the names of what stays in the scene: carpets, and cameras of eye and light."""
BACKGROUND_DISTANCE: Final = 60.0
"""Behind everything [m]."""
BRIGHT: Final = 0.5
"""Of the bright background: as the scene's buffer keeps light, half of what it can hold."""
CLEAR: Final = 0.004
"""What covers less of a pixel than this is noise."""
VERTEX: Final = """#version 330
in vec4 p3d_Vertex;
uniform mat4 p3d_ModelViewProjectionMatrix;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; }
"""
FRAGMENT: Final = """#version 330
uniform float light;
out vec4 colour;
void main() { colour = vec4(vec3(light), 1.); }
"""


def cut_out(stage: Stage, draw: Callable[[], Frame], *, samples: int) -> npt.NDArray[np.uint8]:
    """The carpets of a stage alone: red, green, blue and coverage, not multiplied, 0 to 255, shape (height, width, 4).

    Args:
        stage: shows the moment already, without captions.
        draw: draws it, `samples` times larger than the answer in both directions.
        samples: samples of a pixel in each direction.

    Method: of a picture C = a F + (1 - a) B over a dark and over a bright ground B the difference is (1 - a) of the
    difference of the grounds (Smith and Blinn, "Blue screen matting", SIGGRAPH 1996).
    """
    others = [child for child in stage.scene.get_children() if not child.get_name().startswith(KEPT)]
    hidden = [child for child in others if not child.is_hidden()]
    carpets = [
        child for child in stage.scene.get_children() if child.get_name().startswith(KEPT[0]) and not child.is_hidden()
    ]
    ground = background(stage)
    for child in hidden:
        child.hide()
    try:
        with_carpet = [against(ground, light, draw) for light in (0.0, BRIGHT)]
        for carpet in carpets:
            carpet.hide()
        empty = [against(ground, light, draw) for light in (0.0, BRIGHT)]
    finally:
        ground.remove_node()
        for child in (*hidden, *carpets):
            child.show()
    return matted(with_carpet[0], with_carpet[1], empty[0], empty[1], samples=samples)


def background(stage: Stage) -> Node:
    """A rectangle behind everything that the camera sees."""
    maker = CardMaker("background")
    reach = 4.0 * BACKGROUND_DISTANCE
    maker.set_frame(-reach, reach, -reach, reach)
    node: Node = stage.camera.node.attach_new_node(NodePath(maker.generate()).node())
    node.set_pos(0.0, BACKGROUND_DISTANCE, 0.0)
    node.set_shader(Shader.make(Shader.SL_GLSL, VERTEX, FRAGMENT), 100)
    node.set_two_sided(True)
    node.set_depth_write(False)
    node.set_bin("background", -1)
    node.hide(LIGHT_MASK)
    return node


def against(ground: Node, light: float, draw: Callable[[], Frame]) -> npt.NDArray[np.float32]:
    """The picture before a ground of this light, 0 to 1."""
    ground.set_shader_input("light", light)
    return draw().astype(np.float32) / 255.0


def matted(
    dark: npt.NDArray[np.float32],
    bright: npt.NDArray[np.float32],
    dark_ground: npt.NDArray[np.float32],
    bright_ground: npt.NDArray[np.float32],
    *,
    samples: int,
) -> npt.NDArray[np.uint8]:
    """Colour and coverage from four pictures of the same size, each (height, width, 3); see `cut_out`."""
    span = np.maximum((bright_ground - dark_ground).sum(2), 1e-3)
    coverage = np.clip(1.0 - (bright - dark).sum(2) / span, 0.0, 1.0)
    coverage[coverage < CLEAR] = 0.0
    # What the thing itself adds to the picture, already weighted by its coverage.
    own = np.clip(dark - (1.0 - coverage)[..., None] * dark_ground, 0.0, 1.0)
    height, width = (side // samples for side in coverage.shape)
    blocks = (height, samples, width, samples)
    coverage = coverage[: height * samples, : width * samples].reshape(blocks).mean((1, 3))
    own = own[: height * samples, : width * samples].reshape(*blocks, 3).mean((1, 3))
    colour = np.clip(own / np.maximum(coverage, CLEAR)[..., None], 0.0, 1.0)
    colour = np.where(coverage[..., None] > 0.0, colour, 0.0)
    return np.round(np.concatenate([colour, coverage[..., None]], 2) * 255.0).astype(np.uint8)

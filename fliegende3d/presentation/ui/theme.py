"""Colours and measures of the interface. One unit is one pixel of a screen 1080 pixels high at a scale of 100 %."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

Colour = tuple[float, float, float, float]

REFERENCE_HEIGHT = 1080.0
# The narrowest width that the layouts are drawn for at 100 %; narrower windows shrink the interface further.
REFERENCE_WIDTH = 1440.0
SCALE_RANGE = (0.75, 3.0)


def colour(code: str, alpha: float = 1.0) -> Colour:
    """Return the colour of a hexadecimal code such as ``"1B1A38"``, components 0 to 1 in sRGB."""
    red, green, blue = (int(code[start : start + 2], 16) / 255.0 for start in (0, 2, 4))
    return (red, green, blue, alpha)


def faded(base: Colour, alpha: float) -> Colour:
    """Return ``base`` with its opacity multiplied by ``alpha``."""
    return (base[0], base[1], base[2], base[3] * alpha)


def luminance(base: Colour) -> float:
    """Return the relative luminance (WCAG 2.1, section "relative luminance")."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in base[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.1)."""
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


class TextStyle(StrEnum):
    """What a text is for; decides family, weight and size."""

    DISPLAY = "display"
    TITLE = "title"
    HEADING = "heading"
    BODY = "body"
    STRONG = "strong"
    SMALL = "small"


class Family(StrEnum):
    """The two families of letters."""

    SERIF_SEMIBOLD = "serif-semibold"
    SANS_REGULAR = "sans-regular"
    SANS_SEMIBOLD = "sans-semibold"


@dataclass(frozen=True)
class Letters:
    """Family and size [reference px] of a text style."""

    family: Family
    size: float


LETTERS: dict[TextStyle, Letters] = {
    TextStyle.DISPLAY: Letters(Family.SERIF_SEMIBOLD, 68.0),
    TextStyle.TITLE: Letters(Family.SERIF_SEMIBOLD, 46.0),
    TextStyle.HEADING: Letters(Family.SERIF_SEMIBOLD, 38.0),
    TextStyle.BODY: Letters(Family.SANS_REGULAR, 31.0),
    TextStyle.STRONG: Letters(Family.SANS_SEMIBOLD, 31.0),
    TextStyle.SMALL: Letters(Family.SANS_REGULAR, 28.0),
}


@dataclass(frozen=True)
class Theme:
    """Every colour of the interface; the names say what a colour is for."""

    panel: Colour
    panel_edge: Colour
    panel_edge_width: float
    panel_shadow: Colour
    text: Colour
    accent: Colour
    muted: Colour
    rest: Colour
    hover: Colour
    selected: Colour
    disabled: Colour
    disabled_text: Colour
    primary: Colour
    primary_hover: Colour
    primary_text: Colour
    focus: Colour
    focus_underlay: Colour
    warning: Colour
    veil: Colour
    opaque: Colour
    ink: Colour
    paper: Colour
    # Whether what hides the table between players is one plain colour.
    plain_curtain: bool = False


STANDARD = Theme(
    panel=colour("1B1A38", 0.92),
    panel_edge=colour("C9973F", 0.67),
    panel_edge_width=1.5,
    panel_shadow=colour("0A0618", 0.5),
    text=colour("F3E6C8"),
    accent=colour("FFD9A0"),
    muted=colour("C4BBD2"),
    rest=colour("3A3560"),
    hover=colour("4C4680"),
    selected=colour("5B4B8A"),
    disabled=colour("2B2845"),
    disabled_text=colour("A9A4C4"),
    primary=colour("E8A321"),
    primary_hover=colour("F5B941"),
    primary_text=colour("2B2145"),
    focus=colour("FFD9A0"),
    focus_underlay=colour("1B1230"),
    warning=colour("FFB38A"),
    veil=colour("0F0D22", 0.62),
    opaque=colour("1B1A38"),
    ink=colour("2B2145"),
    paper=colour("F7EBD3"),
)
HIGH_CONTRAST = replace(
    STANDARD,
    panel=colour("0B0A1C"),
    panel_edge=colour("F3E6C8"),
    panel_edge_width=3.0,
    text=colour("FFF8E6"),
    muted=colour("EDE6F5"),
    rest=colour("2A2650"),
    hover=colour("463F7A"),
    selected=colour("5B4B8A"),
    disabled=colour("1A1830"),
    disabled_text=colour("C9C5DC"),
    primary=colour("FFC247"),
    primary_hover=colour("FFD37A"),
    veil=colour("05040F", 0.85),
    plain_curtain=True,
)

# Corner radii, paddings, gaps and heights in reference pixels (the guide's 720-line measures times 1.5).
PANEL_RADIUS = 21.0
PANEL_PADDING = 32.0
PANEL_INSET = 6.0
BUTTON_RADIUS = 15.0
BUTTON_HEIGHT = 68.0
BUTTON_PADDING = 26.0
GAP = 14.0
SCREEN_MARGIN = 32.0
FOCUS_WIDTH = 6.0
FOCUS_OFFSET = 3.0

PLAYER_GROUNDS: tuple[Colour, ...] = (colour("A61E32"), colour("23306B"), colour("E8A321"), colour("1F9C93"))
PLAYER_LETTERS = "ABCD"
CARD_COLOURS: dict[str, Colour] = {
    "palace": colour("6A2C70"),
    "adventure": colour("C2392B"),
    "spice_bazaar": colour("D07A14"),
    "carpet_bazaar": colour("1B7A82"),
    "camel_bazaar": colour("7B4A24"),
    "treasure": colour("2C7A4B"),
    "lamp": colour("2A4899"),
    "desert": colour("8E4A3E"),
    "genie": colour("5B2A7E"),
}


def card_colour(kind: str) -> Colour:
    """Return the accent colour of a kind of card; the five adventures share one."""
    return CARD_COLOURS["adventure" if kind.startswith("adventure") else kind]


def interface_scale(width: float, height: float, chosen: float) -> float:
    """Return the pixels of one reference unit for a window [px] and the chosen scale (0.75 to 3)."""
    low, high = SCALE_RANGE
    fit = min(height / REFERENCE_HEIGHT, width / REFERENCE_WIDTH)
    return max(0.25, fit * min(max(chosen, low), high))

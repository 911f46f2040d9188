"""The living interface without a window: pointing, keys, dragging, typing, scrolling, letting go."""

from __future__ import annotations

from dataclasses import dataclass, field

from fliegende3d.presentation.ui.controls import Button, Choice, Field, Slider
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel
from fliegende3d.presentation.ui.focus import Direction
from fliegende3d.presentation.ui.surface import Surface
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.view import Placed, View

TYPEFACE = Typeface()


@dataclass
class Desk:
    """A surface with one of each control, and what they did."""

    done: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    volume: float = 0.5
    language: int = 0
    name: str = "Mi"
    surface: Surface = field(default_factory=lambda: Surface(TYPEFACE))

    def show(self, *extra: Element) -> Surface:
        def put(value: float) -> None:
            self.volume = value

        def choose(index: int) -> None:
            self.language = index

        def write(text: str) -> None:
            self.name = text

        column = Column(
            children=[
                Button(key="go", label="Go", on_press=lambda: self.done.append("go")),
                Button(key="no", label="No", enabled=False, why_not="too early", refuse=self.refused.append),
                Choice(key="language", label="L", options=["a", "b", "c"], index=self.language, on_change=choose),
                Slider(
                    key="volume",
                    label="V",
                    value=self.volume,
                    low=0.0,
                    high=1.0,
                    step=0.1,
                    shown="",
                    on_change=put,
                ),
                Field(key="name", label="N", value=self.name, on_change=write, longest=5),
                *extra,
            ]
        )
        self.surface.show(View([Placed(element=Panel(key="p", body=column, width=600))]))
        return self.surface

    def middle(self, key: str) -> tuple[float, float]:
        return next(t.rect.centre for t in self.surface.targets if t.control.key == key)


def test_a_click_needs_press_and_release_on_the_same_button() -> None:
    desk = Desk()
    surface = desk.show()
    assert surface.press_pointer(*desk.middle("go"))
    assert surface.release_pointer(*desk.middle("go"))
    assert desk.done == ["go"]
    surface.press_pointer(*desk.middle("go"))
    surface.release_pointer(*desk.middle("language"))
    assert desk.done == ["go"]


def test_a_disabled_button_says_why() -> None:
    desk = Desk()
    surface = desk.show()
    surface.interaction.focus = "no"
    surface.confirm()
    assert desk.refused == ["too early"]


def test_keys_walk_down_and_values_move_sideways() -> None:
    desk = Desk()
    surface = desk.show()
    assert surface.interaction.focus == "go"
    surface.move_focus(Direction.DOWN)
    surface.move_focus(Direction.DOWN)
    assert surface.interaction.focus == "language"
    surface.move_focus(Direction.LEFT)
    assert desk.language == 2
    surface.move_focus(Direction.DOWN)
    surface.move_focus(Direction.RIGHT)
    assert abs(desk.volume - 0.6) < 1e-9


def test_walking_past_the_end_comes_back_to_the_start() -> None:
    surface = Desk().show()
    surface.move_focus(Direction.UP)
    assert surface.interaction.focus == "name"
    surface.move_focus(Direction.DOWN)
    assert surface.interaction.focus == "go"


def test_dragging_a_slider_follows_the_pointer_even_outside() -> None:
    desk = Desk()
    surface = desk.show()
    x, y = desk.middle("volume")
    surface.press_pointer(x, y)
    surface.move_pointer(x + 5000.0, y - 300.0)
    assert desk.volume == 1.0
    surface.release_pointer(x + 5000.0, y - 300.0)
    surface.move_pointer(0.0, y)
    assert desk.volume == 1.0


def test_losing_the_window_lets_go_of_a_drag() -> None:
    desk = Desk()
    surface = desk.show()
    surface.press_pointer(*desk.middle("volume"))
    surface.cancel()
    before = desk.volume
    surface.move_pointer(0.0, 0.0)
    assert desk.volume == before


def test_typing_goes_to_the_focused_field_up_to_its_length() -> None:
    desk = Desk()
    surface = desk.show()
    surface.interaction.focus = "name"
    for letter in "abcdef":
        surface.type_text(letter)
        desk.show()
    assert desk.name == "Miabc"
    surface.type_text("\b")
    assert desk.name == "Miab"
    surface.type_text("\x07")
    assert desk.name == "Miab"


def test_the_focus_scrolls_into_sight() -> None:
    desk = Desk()
    many = [Button(key=f"b{k}", label=f"Button {k}") for k in range(40)]
    surface = desk.show(*many)
    for _ in range(44):
        surface.step_focus(1)
        surface.arrange()
    focused = surface.focused()
    assert focused is not None
    assert focused.control.key == "b39"
    assert focused.clip is not None
    assert focused.clip.y <= focused.rect.y
    assert focused.rect.bottom <= focused.clip.bottom + 1.0


def test_the_focus_stays_on_its_control_when_the_view_changes() -> None:
    desk = Desk()
    surface = desk.show()
    surface.interaction.focus = "volume"
    desk.show(Label(text="more"))
    assert surface.interaction.focus == "volume"


def test_a_panel_covers_the_table_below_it() -> None:
    desk = Desk()
    surface = desk.show()
    x, y = desk.middle("go")
    assert surface.covers(x, y)
    assert not surface.covers(2.0, 2.0)

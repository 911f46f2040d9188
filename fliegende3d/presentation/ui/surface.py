"""The living interface: shows a view, and turns pointing, keys and pad directions into presses of its controls."""

from __future__ import annotations

from dataclasses import dataclass, field

from fliegende3d.presentation.ui.context import Context, Interaction, ScrollArea, Target
from fliegende3d.presentation.ui.focus import Direction, first_focus, next_in_direction, next_in_order
from fliegende3d.presentation.ui.painting import Painting
from fliegende3d.presentation.ui.theme import STANDARD, Theme
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.view import View, lay_out

# One notch of the wheel scrolls this far [reference px].
WHEEL_STEP = 90.0
# A page turned shows so much of the area anew.
PAGE_SHARE = 0.8
# A bar is gripped from this far beside it [reference px].
BAR_REACH = 8.0
# Round a control that the focus scrolls into sight so much is seen too [reference px].
FOCUS_MARGIN = 40.0
CARET_PERIOD = 1.0


@dataclass
class Surface:
    """Layout, focus, hover and drags of the view that is shown. Knows nothing of windows: tests drive it directly."""

    typeface: Typeface
    theme: Theme = STANDARD
    chosen_scale: float = 1.0
    size: tuple[int, int] = (1280, 720)
    interaction: Interaction = field(default_factory=Interaction)
    view: View = field(default_factory=View)
    _context: Context | None = None
    _pointer: tuple[float, float] = (-1.0, -1.0)
    _dragged: Target | None = None
    # The scrolling area whose bar is held.
    _scrolled: str | None = None

    def show(self, view: View, *, keep_focus: bool = True) -> None:
        """Show another view; the focus stays on the control of the same name if there is one."""
        self.view = view
        if not keep_focus:
            self.interaction.focus = view.first_focus
            self.interaction.pressed = None
            self._dragged = None
            self._scrolled = None
        self.arrange()
        keys = {target.control.key for target in self.targets}
        if self.interaction.focus not in keys:
            self.interaction.focus = None if view.unfocused else first_focus(self.targets, view.first_focus)
            self._scroll_to_focus()
            self.arrange()

    def arrange(self) -> Context:
        """Lay the view out again, after a change of size, scale, theme, focus or hover."""
        self._context = lay_out(
            self.view,
            size=self.size,
            chosen_scale=self.chosen_scale,
            theme=self.theme,
            typeface=self.typeface,
            interaction=self.interaction,
        )
        return self._context

    @property
    def targets(self) -> list[Target]:
        """The controls in reading order."""
        return self._context.targets if self._context else []

    @property
    def painting(self) -> Painting:
        """What is to be drawn now."""
        return (self._context or self.arrange()).painting

    @property
    def scale(self) -> float:
        """Pixels of one reference unit."""
        return (self._context or self.arrange()).scale

    def target_at(self, x: float, y: float) -> Target | None:
        """Return the front control under a point [px]."""
        for target in reversed(self.targets):
            if target.rect.contains(x, y) and (target.clip is None or target.clip.contains(x, y)):
                return target
        return None

    def covers(self, x: float, y: float) -> bool:
        """Tell whether a panel or control lies under a point, so that the table below must not react."""
        panels = self._context.panels if self._context else []
        return self.target_at(x, y) is not None or any(panel.contains(x, y) for panel in panels)

    def move_pointer(self, x: float, y: float) -> bool:
        """Follow the pointer; returns whether something looks different now."""
        self._pointer = (x, y)
        if self._scrolled is not None:
            return self._scroll_bar(self._scrolled, y)
        if self._dragged is not None:
            rect = self._dragged.rect
            fraction = (x - rect.x) / max(1.0, rect.width)
            return self._current(self._dragged).control.drag(fraction)
        target = self.target_at(x, y)
        hover = target.control.key if target else None
        if hover == self.interaction.hover:
            return False
        self.interaction.hover = hover
        return True

    def _current(self, old: Target) -> Target:
        return next((t for t in self.targets if t.control.key == old.control.key), old)

    def press_pointer(self, x: float, y: float) -> bool:
        """Press the main button: focuses, and starts dragging a slider or a bar. False if nothing is there."""
        self._pointer = (x, y)
        if self._press_scroll(x, y):
            return True
        target = self.target_at(x, y)
        if target is None:
            return False
        self.interaction.focus = target.control.key
        self.interaction.pressed = target.control.key
        fraction = (x - target.rect.x) / max(1.0, target.rect.width)
        if target.control.drag(fraction):
            self._dragged = target
        return True

    def release_pointer(self, x: float, y: float) -> bool:
        """Release the main button: acts if it is still over the pressed control."""
        if self._scrolled is not None:
            self._scrolled = None
            return True
        pressed, self.interaction.pressed = self.interaction.pressed, None
        was_dragging, self._dragged = self._dragged is not None, None
        if was_dragging or pressed is None:
            return was_dragging
        target = self.target_at(x, y)
        if target is not None and target.control.key == pressed:
            middle = target.rect.x + target.rect.width * 0.45
            if x < middle and target.control.adjust(-1):
                return True
            target.control.press()
        return True

    def cancel(self) -> None:
        """Let go of everything that is held (the window lost the focus)."""
        self.interaction.pressed = None
        self.interaction.hover = None
        self._dragged = None
        self._scrolled = None

    def _press_scroll(self, x: float, y: float) -> bool:
        """Take hold of a scrolling area's bar, or turn its page at the sign that more follows."""
        for area in reversed(self._context.scrolls if self._context else []):
            if area.bar.grown(BAR_REACH * self.scale).contains(x, y):
                self._scrolled = area.key
                return self._scroll_bar(area.key, y)
            if area.sign is not None and area.sign.contains(x, y):
                return self._scroll_by(area, area.rect.height * PAGE_SHARE)
        return False

    def _scroll_bar(self, key: str, y: float) -> bool:
        area = next((a for a in (self._context.scrolls if self._context else []) if a.key == key), None)
        if area is None:
            return False
        share = min(1.0, max(0.0, (y - area.bar.y) / max(1.0, area.bar.height)))
        self.interaction.offsets[area.key] = area.furthest * share
        return True

    def scroll(self, notches: float) -> bool:
        """Turn the wheel over the pointer's scrolling area."""
        if self._context is None:
            return False
        for area in reversed(self._context.scrolls):
            if area.rect.contains(*self._pointer):
                return self._scroll_by(area, -notches * WHEEL_STEP * self.scale)
        return False

    def _scroll_by(self, area: ScrollArea, way: float) -> bool:
        """Move the content of an area by ``way`` [px], as far as it goes."""
        offset = self.interaction.offsets.get(area.key, 0.0) + way
        self.interaction.offsets[area.key] = min(max(offset, 0.0), area.furthest)
        return True

    def move_focus(self, direction: Direction) -> bool:
        """Go to the next control, or move the value of the focused one with left and right."""
        target = self.focused()
        if target is not None and direction in (Direction.LEFT, Direction.RIGHT):
            step = 1 if direction is Direction.RIGHT else -1
            if target.control.adjust(step):
                return True
        before = self.interaction.focus
        self.interaction.focus = next_in_direction(self.targets, before, direction)
        self._scroll_to_focus()
        if self.interaction.focus == before and direction in (Direction.UP, Direction.DOWN):
            tallest = self._tallest()
            return tallest is not None and self._scroll_by(tallest, WHEEL_STEP * self.scale * direction.value[1])
        return self.interaction.focus != before

    def step_focus(self, step: int) -> bool:
        """Go to the next control in reading order."""
        self.interaction.focus = next_in_order(self.targets, self.interaction.focus, step)
        self._scroll_to_focus()
        return True

    def focused(self) -> Target | None:
        """Return the focused control."""
        return next((t for t in self.targets if t.control.key == self.interaction.focus), None)

    def confirm(self) -> bool:
        """Press the focused control."""
        target = self.focused()
        if target is None:
            return False
        target.control.press()
        return True

    def type_text(self, text: str) -> bool:
        """Give typed text to the focused control."""
        target = self.focused()
        return target is not None and target.control.type_text(text)

    def page(self, step: int) -> bool:
        """Scroll the tallest area by most of its height; for pads and the page keys."""
        tallest = self._tallest()
        return tallest is not None and self._scroll_by(tallest, tallest.rect.height * PAGE_SHARE * step)

    def _tallest(self) -> ScrollArea | None:
        return max(self._context.scrolls, key=lambda a: a.rect.height, default=None) if self._context else None

    def _scroll_to_focus(self) -> None:
        target = self.focused()
        if target is None or target.scroll is None or self._context is None:
            return
        area = next((a for a in self._context.scrolls if a.key == target.scroll), None)
        if area is None:
            return
        # The sign that more follows must not lie over the focused control.
        margin = FOCUS_MARGIN * self._context.scale
        if target.rect.y - margin < area.rect.y:
            self._scroll_by(area, target.rect.y - margin - area.rect.y)
        elif target.rect.bottom + margin > area.rect.bottom:
            self._scroll_by(area, target.rect.bottom + margin - area.rect.bottom)

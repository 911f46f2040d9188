"""A duel is shown: genies face down, turned over all at once, the prize to the winner, then the exchange."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import (
    Command,
    CommandPressed,
    InputEvent,
    PointerButton,
    PointerPressed,
)
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.names import card_name, card_picture, genie_picture
from fliegende3d.presentation.screens.viewpoint import top_view
from fliegende3d.presentation.ui.cards import FACE_DOWN, Picture, card_size, draw_card
from fliegende3d.presentation.ui.context import Context
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Element, Label, Row, Size
from fliegende3d.presentation.ui.emblems import PlayerChip
from fliegende3d.presentation.ui.painting import Rect
from fliegende3d.presentation.ui.theme import TextStyle, faded
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import CardTaken, DuelOpened, Event, GeniesExchanged, GeniesShown, TakenBy

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen

# When things happen [s]: the cards come in, wait, turn over together, the prize goes to the winner, the exchange.
DEALT = 0.55
TURNING, TURNED = 1.7, 2.35
AWARDING, AWARDED = 2.65, 3.25
CHANGING, CHANGED = 3.9, 5.0
END = 5.2
# While everybody waits the cards tremble, ever more [shares of their height, Hz].
TREMBLE, TREMBLE_RATE = 0.006, 7.0
# A duel that no person watches goes on by itself so long after its end [s].
AUTOMATIC = 2.0
LOSER_LIGHT = 0.45


@dataclass(frozen=True)
class Shown:
    """What is known of one duel once all genies are shown."""

    genies: GeniesShown
    exchange: GeniesExchanged | None


def first_duel(news: Sequence[Event]) -> tuple[Shown | None, list[Event]]:
    """Return the first duel among some news, and the news without what its showing tells.

    What was told before a duel, above all that it opened, is told by the duel too.
    """
    place = next((k for k, event in enumerate(news) if isinstance(event, GeniesShown)), None)
    if place is None:
        return None, list(news)
    shown = news[place]
    assert isinstance(shown, GeniesShown)
    exchange: GeniesExchanged | None = None
    rest: list[Event] = [event for event in news[:place] if not isinstance(event, DuelOpened)]
    for event in news[place + 1 :]:
        if exchange is None and isinstance(event, GeniesExchanged):
            exchange = event
        elif not (isinstance(event, CardTaken) and event.by is TakenBy.DUEL and event.card == shown.card):
            rest.append(event)
    return Shown(shown, exchange), rest


class DuelAct(Act):
    """Shows one duel, then goes on."""

    first_focus = "duel.on"

    def __init__(self, screen: GameScreen, shown: Shown) -> None:
        super().__init__(screen)
        self._shown = shown
        self._time = END if self.app.settings.access.reduced_motion else 0.0
        self._heard = False

    @property
    def veil(self) -> float:
        """See ``Act``."""
        return 1.0

    @property
    def shows_surroundings(self) -> bool:
        """The duel has the whole window."""
        return False

    def begin(self) -> None:
        """See ``Act``."""
        humans = self.match.humans()
        self.screen.look(top_view(self.match.session.state.side(humans[0] if humans else 0)))
        self.match.show_cards()
        self.match.show_resting()

    def update(self, dt: float) -> None:
        """See ``Act``."""
        if self._time < END:
            self.app.refresh()
        self._time += dt
        if self._time >= TURNING and not self._heard:
            self._heard = True
            self.app.sounds.play("flip", captioned=True)
        if not self.match.humans() and self._time >= END + AUTOMATIC:
            self.finish()

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``."""
        if pressed.command in (Command.BACK, Command.CONFIRM) and not pressed.repeat:
            self._go_on()
            return True
        return False

    def table_event(self, event: InputEvent) -> bool:
        """See ``Act``."""
        if isinstance(event, PointerPressed) and event.button is PointerButton.MAIN:
            self._go_on()
            return True
        return False

    def _go_on(self) -> None:
        """The first press shows how it ended, the next one goes on."""
        if self._time < END:
            self._time = END
            self.app.refresh()
        else:
            self.finish()

    def _sentence(self) -> str:
        """What can be said so far; nothing of the outcome before the genies are turned over."""
        texts, names = self.app.texts, self.match.session.state.names
        shown, exchange = self._shown.genies, self._shown.exchange
        if self._time < AWARDING:
            return event_text(texts, names, DuelOpened(shown.card, tuple(seat for seat, _ in shown.shown)))
        said = [event_text(texts, names, CardTaken(shown.winner, shown.card, TakenBy.DUEL))]
        if exchange is not None and self._time >= CHANGING:
            said.append(event_text(texts, names, exchange))
        return " ".join(said)

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        shown = self._shown.genies
        names = self.match.session.state.names
        table = DuelTable(
            time=self._time,
            title=self.words("news.duel"),
            prize=card_picture(self.app.texts, shown.card.kind),
            prize_name=card_name(self.app.texts, shown.card.kind),
            seats=[Duellist(seat, names[seat], genie_picture(self.app.texts, genie)) for seat, genie in shown.shown],
            winner=next(k for k, (seat, _) in enumerate(shown.shown) if seat == shown.winner),
            loser=self._loser(),
            sentence=self._sentence(),
            go_on=self.words("common.go_on"),
            on_press=self._go_on,
        )
        return [Placed(element=table, full_height=True)]

    def _loser(self) -> int | None:
        """The place of the one who exchanges with the winner."""
        exchange = self._shown.exchange
        if exchange is None:
            return None
        return next(k for k, (seat, _) in enumerate(self._shown.genies.shown) if seat == exchange.loser)


@dataclass(frozen=True)
class Duellist:
    """One who showed a genie."""

    seat: int
    name: str
    genie: Picture


def _share(time: float, start: float, end: float) -> float:
    """How far something is at a time, 0 to 1, gently begun and ended."""
    part = min(1.0, max(0.0, (time - start) / (end - start)))
    return part * part * (3.0 - 2.0 * part)


@dataclass(frozen=True, kw_only=True)
class DuelTable:
    """The prize above, the genies side by side below it, at a time of the showing [s]."""

    time: float
    title: str
    prize: Picture
    prize_name: str
    seats: Sequence[Duellist]
    winner: int
    loser: int | None
    sentence: str
    go_on: str
    on_press: Callable[[], None]

    def measure(self, context: Context, width: float) -> Size:
        """See ``Element``."""
        return (width, 0.0)

    def place(self, context: Context, rect: Rect) -> None:
        """See ``Element``."""
        px = context.px
        button = Button(key="duel.on", label=self.go_on, on_press=self.on_press, role=Role.PRIMARY, least_width=320)
        wide, high = button.measure(context, rect.width)
        bottom = rect.bottom - high
        button.place(context, Rect(rect.centre[0] - wide / 2, bottom, wide, high))
        words = Label(text=self.sentence, style=TextStyle.BODY, align=0.5)
        room = min(rect.width, px(1300))
        # Room for two lines is always kept, so that nothing moves when more is said.
        tall = max(words.measure(context, room)[1], 2 * context.block("x", TextStyle.BODY, room).height)
        bottom -= tall + px(14)
        words.place(context, Rect(rect.centre[0] - room / 2, bottom, room, tall))
        top = rect.y
        head = Label(text=self.title, style=TextStyle.TITLE, align=0.5)
        tall = head.measure(context, rect.width)[1]
        if bottom - top - tall > px(LEAST_CARD) * 2:
            head.place(context, Rect(rect.x, top, rect.width, tall))
            top += tall + px(8)
        self._cards(context, Rect(rect.x, top, rect.width, bottom - top - px(14)))

    def _cards(self, context: Context, rect: Rect) -> None:
        px = context.px
        count = len(self.seats)
        column = min(px(420), rect.width / count)
        names = [self._name(context, duellist, column - px(16)) for duellist in self.seats]
        foot = max(name.measure(context, column)[1] for name in names) + px(12)
        room = rect.height - foot
        shows_prize = room > px(LEAST_CARD) * 2.2
        prize_height = room * 0.36 if shows_prize else 0.0
        gap = px(26) if shows_prize else 0.0
        height = min(room - prize_height - gap, (column - px(30)) * 91.0 / 59.0)
        left = rect.centre[0] - column * count / 2
        top = rect.y + prize_height + gap + (room - prize_height - gap - height) / 2
        slots = [Rect(left + column * k, top, column, height) for k in range(count)]
        for name, slot in zip(names, slots, strict=True):
            wide = name.measure(context, column)[0]
            name.place(context, Rect(slot.centre[0] - wide / 2, slot.bottom + px(12), wide, foot - px(12)))
        order = sorted(range(count), key=lambda k: (k == self.winner, k == self.loser))
        for k in order:
            self._genie(context, k, slots)
        if shows_prize:
            self._prize(context, rect, prize_height, slots[self.winner])

    def _name(self, context: Context, duellist: Duellist, room: float) -> Row:
        chip = PlayerChip(seat=duellist.seat, size=44)
        left = max(20.0, room - chip.measure(context, room)[0] - context.px(10))
        shown = context.typeface.shorten(duellist.name, TextStyle.STRONG, context.scale, left)
        label: Element = Label(text=shown, style=TextStyle.STRONG)
        return Row(children=[chip, label], gap=10, wrap=False)

    def _genie(self, context: Context, k: int, slots: Sequence[Rect]) -> None:
        time, px = self.time, context.px
        slot = slots[k]
        come = _share(time - 0.12 * k, 0.0, DEALT)
        turn = FACE_DOWN * (1.0 - _share(time, TURNING, TURNED))
        lifted = math.sin(math.pi * _share(time, TURNING - 0.25, TURNED + 0.1))
        awarded, changed = _share(time, AWARDING, AWARDED), _share(time, CHANGING, CHANGED)
        x, y = slot.centre
        y += (1.0 - come) * px(700)
        light = 1.0
        if k == self.winner:
            lifted += 0.4 * awarded * (1.0 - changed)
        else:
            light = 1.0 - (1.0 - LOSER_LIGHT) * awarded * (1.0 - changed)
        if self.loser is not None and k in (self.winner, self.loser):
            other = slots[self.loser if k == self.winner else self.winner]
            x += (other.centre[0] - x) * changed
            # The two pass each other: the winner's above, the other below.
            y += math.sin(math.pi * changed) * slot.height * (-0.16 if k == self.winner else 0.16)
        tense = _share(time, DEALT + 0.3, TURNING) * (1.0 if time < TURNING else 0.0)
        y += tense * TREMBLE * slot.height * math.sin(math.tau * TREMBLE_RATE * time + 1.7 * k)
        wide, high = card_size(slot.height * (0.94 + 0.06 * lifted))
        card = Rect(x - wide / 2, y - high / 2, wide, high)
        if k == self.winner and awarded > 0.0:
            glow = faded(context.theme.primary, 0.85 * awarded * (1.0 - 0.7 * changed))
            context.box(card.grown(px(14)), glow, radius=px(30), softness=px(34))
        draw_card(context, self.seats[k].genie, card, turn=turn, light=light)

    def _prize(self, context: Context, rect: Rect, height: float, slot: Rect) -> None:
        moved = _share(self.time, AWARDING, AWARDED)
        wide, high = card_size(height)
        x = rect.centre[0] + (slot.centre[0] - rect.centre[0]) * moved
        draw_card(context, self.prize, Rect(x - wide / 2, rect.y, wide, high))


# Below twice this height of the cards [reference px] title and prize make room.
LEAST_CARD = 120.0

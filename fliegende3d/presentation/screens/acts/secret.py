"""Secret choices at one screen: covered, handed over, shown only while asked for, covered again."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING

from fliegende3d.presentation.devices.events import (
    KEYBOARD,
    Command,
    CommandPressed,
    CommandReleased,
    FocusLost,
    InputEvent,
    PointerButton,
    PointerPressed,
    PointerReleased,
)
from fliegende3d.presentation.screens.acts.act import Act
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.names import card_name, card_picture, genie_picture, refusal_text
from fliegende3d.presentation.ui.cards import FACE_DOWN, CardButton, CardImage, FaceDown
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import MIDDLE, Column, Element, Label, Panel, Row, Table
from fliegende3d.presentation.ui.emblems import CardTag, PlayerChip
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed
from fliegende3d.rules import CardKind, ChooseGenie, ChooseLamps, GenieDecision, LampDecision

if TYPE_CHECKING:
    from fliegende3d.presentation.screens.game_screen import GameScreen


class Cover(Enum):
    """How much may be seen."""

    PASS = auto()
    COVERED = auto()
    OPEN = auto()


class SecretAct(Act):
    """Base of secret choices: decides what may be seen, and when it is covered again."""

    def __init__(self, screen: GameScreen, seat: int) -> None:
        super().__init__(screen)
        self.seat = seat
        # Alone against computers nobody else looks at the screen.
        self.alone = len(self.match.humans()) == 1
        self.cover = Cover.OPEN if self.alone else Cover.PASS

    @property
    def curtain(self) -> bool:
        """Nothing else may be seen while others sit at the same screen."""
        return not self.alone

    @property
    def lets_undo(self) -> bool:
        """See ``Act``: only between two players, while nothing secret is open."""
        return self.cover is Cover.PASS

    @property
    def first_focus(self) -> str | None:
        """The control to begin with."""
        return {Cover.PASS: "secret.ready", Cover.COVERED: "secret.reveal", Cover.OPEN: "secret.0"}[self.cover]

    @property
    def actor(self) -> int | None:
        """See ``Act``."""
        return self.seat

    def hide(self) -> None:
        """Cover everything: the focus was lost, the game paused, a picture taken."""
        if not self.alone:
            self.cover = Cover.PASS
            self.app.refresh()

    def handle(self, event: InputEvent) -> bool:
        """Hold to reveal covers again when the key or button is let go; see ``Screen``."""
        if isinstance(event, FocusLost):
            self.hide()
        if self.holds and self.cover is Cover.OPEN and self._is_release(event):
            self._ready()
            return False
        if self.cover is Cover.COVERED and self._is_hold(event):
            self._reveal()
            return True
        return False

    @property
    def holds(self) -> bool:
        """Whether the hand is open only while something is held down."""
        return self.app.settings.access.hold_to_reveal and not self.alone

    def _is_release(self, event: InputEvent) -> bool:
        match event:
            case CommandReleased(command=Command.SCORES | Command.CONFIRM):
                return True
            case PointerReleased(button=PointerButton.MAIN):
                return True
            case _:
                return False

    def _is_hold(self, event: InputEvent) -> bool:
        match event:
            case CommandPressed(command=Command.SCORES):
                return True
            case CommandPressed(command=Command.CONFIRM):
                return self.holds and self.app.surface.interaction.focus == "secret.reveal"
            case PointerPressed(button=PointerButton.MAIN, x=x, y=y):
                target = self.app.surface.target_at(x, y)
                return self.holds and target is not None and target.control.key == "secret.reveal"
            case _:
                return False

    def command(self, pressed: CommandPressed) -> bool:
        """See ``Act``: BACK covers an open hand."""
        if pressed.command is Command.BACK and self.cover is Cover.OPEN and not self.alone:
            self.cover = Cover.COVERED
            self.app.refresh()
            return True
        return False

    def has_own_pad(self) -> bool:
        """Whether the seat has a controller of its own, so that it can choose blindly."""
        return self.app.seats.bound.get(self.seat, KEYBOARD) != KEYBOARD

    def _ready(self) -> None:
        self.cover = Cover.COVERED
        self.app.surface.interaction.focus = None
        self.app.refresh()

    def _reveal(self) -> None:
        self.cover = Cover.OPEN
        self.app.surface.interaction.focus = None
        self.app.refresh()

    def question(self) -> Sequence[Element]:
        """Return what the choice is about; nothing secret."""
        return ()

    def choices(self) -> Sequence[Element]:
        """Return the buttons of the choice; only placed while the hand is open."""
        return ()

    def ranked(self) -> Sequence[Element]:
        """Return the choices without what they are: for those who look at the hand only while they hold it."""
        return ()

    def covered(self) -> Sequence[Element]:
        """Return what stands for the hand while it may not be seen."""
        return ()

    def _undo(self) -> Sequence[Element]:
        """The one who has just chosen may choose again."""
        seat = self.screen.undo_seat()
        if seat is None:
            return ()
        label = self.words("secret.again", name=self.name(seat))
        return [Button(key="secret.undo", label=label, on_press=self.screen.take_back, role=Role.QUIET)]

    def parts(self) -> Sequence[Placed]:
        """See ``Act``."""
        words, name = self.words, self.name(self.seat)
        head = Row(children=[PlayerChip(seat=self.seat, size=64), Label(text=name, style=TextStyle.TITLE)])
        foot: list[Element] = []
        match self.cover:
            case Cover.PASS:
                button = Button(
                    key="secret.ready", label=words("secret.ready", name=name), on_press=self._ready, role=Role.PRIMARY
                )
                foot = [button, *self._undo()]
                lines: list[Element] = [head, Label(text=words("secret.pass", name=name)), *self.question()]
                lines += self.covered()
                if self.has_own_pad():
                    lines.append(Label(text=words("secret.blind"), style=TextStyle.SMALL))
                body = Column(children=lines)
            case Cover.COVERED:
                button = Button(
                    key="secret.reveal", label=words("secret.reveal"), on_press=self._reveal, role=Role.PRIMARY
                )
                note = words("secret.hold" if self.holds else "secret.covered")
                rest = self.ranked() if self.holds else ()
                body = Column(children=[head, *self.question(), *self.covered(), Label(text=note)])
                foot = [button, *rest]
            case Cover.OPEN:
                # With large letters the hand itself comes first; what it is about was read on the cover.
                asked = self.question() if self.roomy or self.alone else ()
                body = Column(children=[head, *asked, *self.choices()])
        below = Column(children=foot) if foot else None
        panel = Panel(key="secret", title=words("secret.title"), body=body, foot=below, width=900)
        return [Placed(element=panel)]

    @property
    def roomy(self) -> bool:
        """Whether there is room for what is only to look at."""
        return self.app.settings.access.interface_scale <= ROOMY_SCALE


# What a choice is about is shown this high [reference px].
PRIZE_HEIGHT = 210.0
# Cards to choose from are so high [reference px]; lower with large letters.
HAND_HEIGHT, SMALL_HAND_HEIGHT = 300.0, 170.0
# An opened hand turns over in this time [s].
TURN_TIME = 0.35
# The face buttons by the commands that they carry: the first picks the highest genie, and so on.
FACE_BUTTONS = (Command.CONFIRM, Command.BACK, Command.UNDO, Command.TOP_VIEW)


class GenieAct(SecretAct):
    """One duellist picks a genie."""

    def handle(self, event: InputEvent) -> bool:
        """With a controller of one's own a face button picks blindly, behind the cover; see ``SecretAct``."""
        blind = self.cover is Cover.PASS and self.has_own_pad()
        if blind and isinstance(event, CommandPressed) and event.command in FACE_BUTTONS and not event.repeat:
            genies = sorted(self.match.session.view(self.seat).genies, reverse=True)
            number = FACE_BUTTONS.index(event.command)
            if number < len(genies):
                self._choose(genies[number])
            else:
                self.app.refuse(self.words("secret.blind_few", n=len(genies)))
            return True
        return super().handle(event)

    def __init__(self, screen: GameScreen, decision: GenieDecision) -> None:
        super().__init__(screen, decision.seat)
        self._decision = decision
        self._open_for = TURN_TIME if self.alone or self.app.settings.access.reduced_motion else 0.0

    def question(self) -> Sequence[Element]:
        """See ``SecretAct``."""
        decision = self._decision
        rivals = [self.name(seat) for seat in decision.seats if seat != decision.seat]
        kind = decision.card.kind
        told = Column(
            children=[
                Label(text=self.words("duel.about")),
                CardTag(kind=kind.value, name=card_name(self.app.texts, kind)),
                Label(text=self.words("duel.against", names=", ".join(rivals))),
            ]
        )
        if not self.roomy:
            return [told]
        prize = CardImage(picture=card_picture(self.app.texts, kind), height=PRIZE_HEIGHT)
        return [Row(children=[prize, told], gap=30, weights=(0, 1), wrap=False)]

    def choices(self) -> Sequence[Element]:
        """See ``SecretAct``."""
        genies = sorted(self.match.session.view(self.seat).genies, reverse=True)
        turn = FACE_DOWN * (1.0 - min(1.0, self._open_for / TURN_TIME))
        buttons = [
            CardButton(
                key=f"secret.{index}",
                picture=genie_picture(self.app.texts, genie),
                label=self.words("duel.genie", genie=genie),
                on_press=partial(self._choose, genie),
                turn=turn,
                height=HAND_HEIGHT if self.roomy else SMALL_HAND_HEIGHT,
            )
            for index, genie in enumerate(genies)
        ]
        cards = Row(children=buttons, align=MIDDLE, wrap=len(buttons) > 2)
        explained = Label(text=self.words("duel.explain"), style=TextStyle.SMALL)
        return [explained, cards] if self.roomy else [cards, explained]

    def covered(self) -> Sequence[Element]:
        """See ``SecretAct``: how many genies somebody has is no secret."""
        if not self.roomy:
            return []
        return [Row(children=[FaceDown(count=len(self.match.session.view(self.seat).genies))], align=MIDDLE)]

    def update(self, dt: float) -> None:
        """See ``Act``: an opened hand turns over."""
        if self.cover is not Cover.OPEN:
            self._open_for = TURN_TIME if self.app.settings.access.reduced_motion else 0.0
        elif self._open_for < TURN_TIME:
            self._open_for += dt
            self.app.refresh()

    def ranked(self) -> Sequence[Element]:
        """See ``SecretAct``."""
        genies = sorted(self.match.session.view(self.seat).genies, reverse=True)
        buttons = [
            Button(
                key=f"secret.rank{index}",
                label=self.words("secret.rank", n=index + 1),
                on_press=partial(self._choose, genie),
            )
            for index, genie in enumerate(genies)
        ]
        return [Row(children=buttons)]

    def _choose(self, genie: int) -> None:
        refusal = self.match.submit(ChooseGenie(self.seat, genie, self._decision.card.id))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.finish()


class LampAct(SecretAct):
    """One player chooses how many lamps count as palaces."""

    def __init__(self, screen: GameScreen, decision: LampDecision) -> None:
        super().__init__(screen, decision.seat)
        self._decision = decision

    def question(self) -> Sequence[Element]:
        """See ``SecretAct``."""
        texts, hands = self.app.texts, self.match.session.view(self.seat).hands
        kinds = (CardKind.PALACE, CardKind.LAMP)
        rows: list[list[Element]] = [
            [Label(text=""), *(CardTag(kind=kind.value, name=card_name(texts, kind)) for kind in kinds)]
        ]
        for seat, hand in enumerate(hands):
            counts = [str(sum(card.kind is kind for card in hand)) for kind in kinds]
            who = Row(children=[PlayerChip(seat=seat, size=44), Label(text=self.name(seat))], wrap=False)
            rows.append([who, *(Label(text=count, style=TextStyle.STRONG, align=MIDDLE) for count in counts)])
        if not self.roomy:
            return [Label(text=self.words("lamps.question")), Table(rows=rows)]
        picture = CardImage(picture=card_picture(texts, CardKind.LAMP), height=PRIZE_HEIGHT)
        told = Row(children=[picture, Table(rows=rows)], gap=30, weights=(0, 1), wrap=False)
        return [Label(text=self.words("lamps.question")), told]

    def choices(self) -> Sequence[Element]:
        """See ``SecretAct``."""
        buttons = [
            Button(
                key=f"secret.{lamps}",
                label=self.words("lamps.choice", n=lamps),
                on_press=partial(self._choose, lamps),
            )
            for lamps in range(self._decision.most + 1)
        ]
        return [Label(text=self.words("lamps.explain"), style=TextStyle.SMALL), Row(children=buttons, align=MIDDLE)]

    def _choose(self, lamps: int) -> None:
        refusal = self.match.submit(ChooseLamps(self.seat, lamps))
        if refusal is not None:
            self.app.refuse(refusal_text(self.app.texts, refusal))
            return
        self.finish()

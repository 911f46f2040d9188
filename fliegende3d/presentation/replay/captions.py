"""Words over a film: what happens, in the language of the interface, drawn like the rest of it."""

from __future__ import annotations

from collections.abc import Sequence

from fliegende3d.presentation.graphics.host import Host
from fliegende3d.presentation.screens.chronicle import event_text
from fliegende3d.presentation.screens.names import card_name
from fliegende3d.presentation.text import Texts
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row
from fliegende3d.presentation.ui.emblems import CardTag, PlayerChip
from fliegende3d.presentation.ui.renderer import Renderer
from fliegende3d.presentation.ui.surface import Surface
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.typeface import Typeface
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.replay.director import Title
from fliegende3d.replay.recording import Recording
from fliegende3d.replay.timeline import Segment, SegmentKind
from fliegende3d.rules import CARDS, CardFell, CardPushed, CarpetsLanded, cards_under

NUMBERS = {"slide": 2, "speed": 1}
"""Decimals of the numbers in titles; all others are whole."""
WIDEST = 1150.0
"""Width of a caption [reference px]."""


class Captions:
    """Draws captions over the picture of a host. `destroy()` gives the drawing back.

    Args:
        host: where the film is drawn.
        texts: the language.
        recording: who plays; `names` replaces their names.
    """

    def __init__(self, host: Host, texts: Texts, recording: Recording, *, names: Sequence[str] | None = None) -> None:
        self._host = host
        self._texts = texts
        self._recording = recording
        self._names = tuple(names or recording.header.names)
        self._typeface = Typeface()
        self._surface = Surface(self._typeface)
        self._renderer = Renderer(host.output, self._typeface)
        self._shown: object = None

    def show(self, segment: Segment | None, title: Title | None = None) -> None:
        """Show the words of a segment and a title; None takes them away."""
        wanted = (None if segment is None else (segment.start, segment.kind), title, self._host.size)
        if wanted == self._shown:
            return
        self._shown = wanted
        placed = []
        if segment is not None:
            lines = self.lines(segment)
            if lines:
                panel = Panel(key="caption", body=Column(children=lines, gap=8.0), padding=20.0)
                placed.append(Placed(element=panel, across=0.5, down=1.0, most_width=WIDEST))
        if title is not None:
            label = Label(text=title_text(self._texts, self._names, title), style=TextStyle.HEADING)
            head = Row(children=[PlayerChip(seat=title.seat), label])
            placed.append(Placed(element=Panel(key="title", body=head, padding=20.0), across=0.0, down=0.0))
        self._surface.size = self._host.size
        self._surface.show(View(placed))
        self._renderer.draw(self._surface.painting, self._host.size)

    def destroy(self) -> None:
        """Take the drawing away."""
        self._renderer.destroy()

    def lines(self, segment: Segment) -> list[Element]:
        """What a segment says."""
        texts, names = self._texts, self._names
        match segment.kind:
            case SegmentKind.LAYING | SegmentKind.REARRANGING if segment.seat is not None:
                return [self._who(segment.seat, texts("thinking.place", name=names[segment.seat]))]
            case SegmentKind.FLIGHT if segment.seat is not None:
                return [self._who(segment.seat, texts("watch.caption", name=names[segment.seat]))]
            case SegmentKind.VERDICT if segment.seat is not None:
                return self._verdict(segment, segment.seat)
            case _:
                sentences = [event_text(texts, names, event) for event in segment.events]
                return [Label(text=text) for text in sentences if text]

    def _who(self, seat: int, text: str) -> Element:
        return Row(children=[PlayerChip(seat=seat), Label(text=text)], wrap=False)

    def _through(self, seat: int, card: int) -> Element:
        """A card that a carpet lies on only by way of another carpet."""
        kind = CARDS[card].kind
        tag = CardTag(kind=kind.value, name=card_name(self._texts, kind))
        return Row(children=[PlayerChip(seat=seat), tag, Label(text=self._texts("verdict.through"))], wrap=False)

    def _verdict(self, segment: Segment, seat: int) -> list[Element]:
        texts, name = self._texts, self._names[seat]
        step = self._recording.steps[segment.step]
        landed = step.action
        if not isinstance(landed, CarpetsLanded):
            return []
        if landed.carpet in landed.off_table:
            return [self._who(seat, texts("verdict.off_table", name=name))]
        rules = self._recording.header.rule_set()
        on = cards_under(landed, landed.off_table, rules).get(landed.carpet, frozenset())
        lines: list[Element] = []
        for cover in landed.coverage:
            if cover.carpet != landed.carpet:
                continue
            if cover.card in on:
                words = texts("verdict.on", mm2=texts.number(cover.area_above_mm2))
            elif cover.area_below_mm2 > 0.0:
                words = texts("verdict.under", mm2=texts.number(cover.area_below_mm2))
            else:
                continue
            kind = CARDS[cover.card].kind
            tag = CardTag(kind=kind.value, name=card_name(texts, kind))
            lines.append(Row(children=[PlayerChip(seat=seat), tag, Label(text=words)], wrap=False))
        own = {cover.card for cover in landed.coverage if cover.carpet == landed.carpet}
        lines += [self._through(seat, card) for card in sorted(on - own)]
        if not on:
            lines.append(self._who(seat, texts("verdict.nothing", name=name)))
        fallen = [event.card.kind for event in step.events if isinstance(event, CardFell)]
        lines += [Label(text=texts("verdict.fell", card=card_name(texts, kind))) for kind in fallen]
        pushed = sum(isinstance(event, CardPushed) for event in step.events)
        if pushed:
            lines.append(Label(text=texts("film.pushed", n=pushed)))
        return lines


def title_text(texts: Texts, names: Sequence[str], title: Title) -> str:
    """A title in words."""
    values = {key: texts.number(value, decimals=NUMBERS.get(key, 0)) for key, value in title.numbers}
    count = title.numbers[0][1] if title.numbers else 0
    return texts(title.key, name=names[title.seat], n=int(count), **values)

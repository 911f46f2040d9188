"""The end of a game: the winner, every point explained, highlights, a rematch."""

from __future__ import annotations

from fliegende3d.presentation.app import Application
from fliegende3d.presentation.screens.chronicle import joined
from fliegende3d.presentation.screens.highlights import highlight_lines
from fliegende3d.presentation.screens.hud import ROOMY_SCALE
from fliegende3d.presentation.screens.match import Match
from fliegende3d.presentation.screens.score_sheet import sheet_elements
from fliegende3d.presentation.screens.screen import Screen
from fliegende3d.presentation.ui.controls import Button, Role
from fliegende3d.presentation.ui.elements import Column, Element, Label, Panel, Row, Rule
from fliegende3d.presentation.ui.emblems import PlayerChip
from fliegende3d.presentation.ui.theme import TextStyle
from fliegende3d.presentation.ui.view import Placed, View
from fliegende3d.rules import FinalScores, final_scores

# Longer names are cut in the ranking [reference px].
LONGEST_NAME = 260.0


class EndScreen(Screen):
    """Who won and why."""

    def __init__(self, app: Application, match: Match) -> None:
        super().__init__(app)
        self.match = match

    def view(self) -> View:
        """See ``Screen``."""
        words, state = self.words, self.match.session.state
        scores = final_scores(state)
        names = [state.names[seat] for seat in scores.winners]
        title = words("end.winner", n=len(names), names=joined(self.app.texts, names))
        ranking = sorted(range(state.players), key=lambda seat: -scores.sheets[seat].total)
        elements: list[Element] = []
        for seat in ranking:
            winner = seat in scores.winners
            elements += sheet_elements(self.app.texts, seat, state.names[seat], scores.sheets[seat], winner=winner)
        lines = highlight_lines(self.app.texts, self.match.session)
        if lines:
            elements.append(Label(text=words("end.highlights"), style=TextStyle.HEADING))
            elements += [Label(text=line) for line in lines]
            elements.append(Rule())
        again = Button(key="end.again", label=words("end.again"), on_press=self._again, role=Role.PRIMARY)
        leave = Button(key="end.title", label=words("end.title"), on_press=self.back)
        further: list[Element] = [
            Button(key="end.reel", label=words("end.highlights"), on_press=lambda: self._watch(reel=True)),
            Button(key="end.watch", label=words("saves.watch"), on_press=self._watch),
            Button(key="end.log", label=words("hud.log"), on_press=self._log),
        ]
        roomy = self.app.settings.access.interface_scale <= ROOMY_SCALE
        if not roomy:
            # With large letters the points need the room: what is looked at afterwards stands below them.
            elements.append(Row(children=further))
        foot = Row(children=[again, *(further if roomy else []), leave])
        style = TextStyle.DISPLAY if roomy else TextStyle.HEADING
        head = Column(children=[Label(text=title, style=style, align=0.5), self._ranking(scores)])
        panel = Panel(key="end", head=head, body=Column(children=elements), foot=foot, width=1280)
        return View([Placed(element=panel)], veil=0.7, first_focus="end.again")

    def _ranking(self, scores: FinalScores) -> Element:
        """Everybody with their points on one line, the best first."""
        texts, names = self.app.texts, self.match.session.state.names
        places: list[Element] = []
        for seat in sorted(range(len(names)), key=lambda seat: -scores.sheets[seat].total):
            name = self.app.typeface.shorten(names[seat], TextStyle.STRONG, 1.0, LONGEST_NAME)
            places.append(
                Row(
                    children=[
                        PlayerChip(seat=seat),
                        Label(text=name, style=TextStyle.STRONG),
                        Label(text=texts.number(scores.sheets[seat].total), style=TextStyle.HEADING),
                    ],
                    gap=10,
                    wrap=False,
                )
            )
        return Row(children=places, gap=44, align=0.5)

    def close(self) -> None:
        """See ``Screen``."""
        self.match.close()

    def back(self) -> None:
        """To the title."""
        from fliegende3d.presentation.screens.title import TitleScreen

        self.app.restart(TitleScreen(self.app))

    def _watch(self, *, reel: bool = False) -> None:
        from fliegende3d.presentation.screens import menu

        menu.watch_session(self.app, self.match.session, reel=reel)

    def _log(self) -> None:
        from fliegende3d.presentation.screens.pages import LogScreen

        self.app.push(LogScreen(self.app, self.match.log))

    def _again(self) -> None:
        from fliegende3d.presentation.screens import menu

        menu.rematch(self.app, self.match.session)

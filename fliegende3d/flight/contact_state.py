"""Columns and numbers that the kernels of layered contact share."""

from __future__ import annotations

# Columns of `hold`, one row a vertex: normal impulse on the lower face, friction impulses on the lower and the upper
# face, normal impulse on the upper face [N s], height of the support [m], impulse that lifts it up a lip [N s], impulse
# taken from it before the step [N s], how deep it is inside the outline of the plate at hand [m].
PRESSED, LOWER_X, LOWER_Y, UPPER_X, UPPER_Y, LOADED, SUPPORT, CLIMBING, BRAKED, INSIDE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
HOLD_COLUMNS = 10

# Columns of `pushes`: plate, place, normal of its edge (the sheet is pushed along it), depth [m], impulse [N s].
PUSHED_PLATE, AT_X, AT_Y, AT_Z, TO_X, TO_Y, DEPTH, IMPULSE = 0, 1, 2, 3, 4, 5, 6, 7
PUSH_COLUMNS = 8

# Columns of `meetings` of two plates side by side: plates, place, normal (towards the first), depth, impulse.
FIRST, SECOND, MEET_X, MEET_Y, MEET_TO_X, MEET_TO_Y, MEET_DEPTH, MEET_IMPULSE = 0, 1, 2, 3, 4, 5, 6, 7
MEETING_COLUMNS = 8
MOST_CORNERS = 8  # of two plates; as many rows at the end of `meetings` are kept for a single pair

NOTHING = -1e3  # m; height of a support that is not there
UNKNOWN = -2e3  # m; height of the support while the sheet is far from all plates
NOT_THERE = -3  # a patch of the rectangle that the real outline leaves out, while what is below it is looked for
FREE, ON_TABLE = -2, -1  # what is below a vertex or a patch, if it is no plate
CLEARLY_ABOVE = 3e-3  # m above what the plate lies on: no lip reaches there
AHEAD = 2.0  # steps; so long before it reaches an edge that it can climb, a vertex is lifted up the ramp
DEEP = 12e-3  # m inside the outline: farther than a vertex gets within a step without having been above
FLAT_ENOUGH = 0.8  # cosine of the tilt up to which a plate's corner is looked for in the sheet's plane
SLACK = 1e-4  # m of a push's overlap that are left alone
LANDING_SLACK = 0.02  # m/s, gentler approaches are left to the contact itself
CREEP_SPEED = 0.02  # m/s; slower sheets climb no lip
CONVERGED = 1e-5  # m/s; passes that change less are enough
PARTING_ROUNDS = 2
TINY = 1e-30
KICKS = 12  # kicks of the sheet by pushes and by friction; then what `corner_in_sheet` found
ROOM = KICKS + 4
UNDER_SHARE = 1.5  # a plate leans on the sheet beneath it with this times the covered share of its weight

"""Where the numbers of a flight stand: indices into the arrays that its kernels share, and limits that several of them
keep.
"""

from __future__ import annotations

from fliegende3d.flight.lanes import WIDTH as LANES

# Parameters of a flight (index into `par`).
STEP, GRAVITY_X, GRAVITY_Y, GRAVITY_Z, DENSITY, NORMAL_DRAG = 0, 1, 2, 3, 4, 5
SLOPE_WIDTH, SLOPE_LENGTH, INVERSE_STALL, SKIN_FRICTION, PRESSURE_SHIFT, ROTATIONAL_LIFT = 6, 7, 8, 9, 10, 11
ROTATIONAL_DRAG, WIDTH, LENGTH, WEIGHT_WIDTH, WEIGHT_LENGTH = 12, 13, 14, 15, 16
TABLE_X, TABLE_Y, FLOOR_Z, FRICTION_TABLE, FRICTION_FLOOR, START_TIME = 18, 19, 20, 21, 22, 23
FRAME_STEPS, LONGEST_STEPS, REST_DISTANCE, REST_FRAMES, CONTACT_ON, SPIN_STIFFENING = 24, 25, 26, 27, 28, 29
DELAY_FLYING, DELAY_TOUCHING, TAUT_DIAGONALS, FOLDED, COLUMNS = 30, 31, 32, 33, 34
LAYER_GAP, NEAR, SELF_FRICTION, SELF_CONTACT = 35, 36, 37, 38
SLEEP_DISTANCE = 39
PARAMETER_COUNT = 40

# Rigid motion of the sheet and its attitude in the air (index into `body`).
CENTRE, VELOCITY, MOMENTUM, INVERSE_INERTIA, SPIN, SCRATCH, TURNED = 0, 3, 6, 9, 15, 18, 21
NORMAL, AXIS_WIDTH, AXIS_LENGTH = 24, 27, 30
KICK, KICK_SPIN, TOTAL_MASS, INVERSE_POLAR, AREA, TURNED_AXES = 33, 36, 37, 38, 39, 40
ROTATION, KEPT = 49, 58
FITTED = 64  # 1 if centre and inertia are those of the positions as they are
BODY_COUNT = 65

# Wind (index into `air`), see wind.py.
MEAN_X, MEAN_Y, PROFILE_HEIGHT, CALM_LAYER, OCTAVES = 0, 1, 2, 3, 4
GUST_RATE, WIND_ON, CROSS_X, CROSS_Y, FLATTENING = 5, 6, 7, 8, 9
OCTAVE_FIRST, OCTAVE_STRIDE, OCTAVE_AMPLITUDE, OCTAVE_INVERSE_SIZE, OCTAVE_RATE = 10, 3, 0, 1, 2
AIR_COUNT = 10 + 3 * 3

# What a sheet can touch beside cards and carpets: rows of the contact record (x, y, z, speed, count).
TOUCH_TABLE, TOUCH_RIM, TOUCH_FLOOR = 0, 1, 2
CONTACT_KINDS = 3
SHAKEN = 3  # one row more: whatever else shook the sheet

DELAY = 3  # index into `spin`, after the three squared spins

# Counters of a flight (index into `count`).
STEPS_DONE, FRAMES_DONE, EVENTS_DONE, SETTLED, ASLEEP = 0, 1, 2, 3, 4
COUNTER_COUNT = 5

# Rows of the table of faces, see `air_forces`: relative velocity, area vector, centre, area, force on each corner, and
# whether there is such a face. A face has the number of its first corner.
FACE_FORCE, FACE_EXISTS = 10, 13
FACE_ROWS = 14
FACE_SPARE = 8  # columns more than vertices in two rows of the mesh, read but not used

COLOURS = 8  # of edges: two along the width, two along the length, four of diagonals
BOND_NUMBERS = 3 * LANES  # of four edges: inverse masses of both ends and compliance; inverse mass of each end

# Rows of `sheet`, one vector per vertex each: all x, all y, all z. Kernels may read a little beyond the end of a row,
# so the last rows are scratch; what they read there they write back at most.
START, PREDICTED, FORCE, PREVIOUS_VELOCITY, WIND, EXTERNAL_FORCE, POSITION, VELOCITY_HALF = 0, 1, 2, 3, 4, 5, 6, 7
VELOCITY_NOW, WORK = 8, 9
SHEET_ROWS = 10

# Limits that several kernels keep.
TINY_AREA = 1e-30  # m^2
SHOCKED = 0.1  # strain after which stiff ripples are damped hard for a while
TORN = 0.02  # strain above which a substep gets further stretch sweeps
HARD_TOUCH = 0.1  # m/s; slower touches strain nothing
LANDING_COLUMNS = 7
QUIET_TIME = 0.05  # s without a touch before the next touch of the same kind is a new event
CRUMPLED = 0.6  # net area over whole area of a sheet that has lost its centrifugal tension; half-way up it has it all

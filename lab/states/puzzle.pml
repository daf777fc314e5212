/* The sliding puzzle, ordered, the free cell first: problems/puzzle. -DROWS=NUMBER -DCOLUMNS=NUMBER
   Cell c has the tile on it; the free cell has 0. */
#define CELLS (ROWS * COLUMNS)
#define MOVE(cell) tile[free] = tile[cell]; free = cell; tile[free] = 0

byte tile[CELLS] = BOARD;
byte free;

active proctype board() {
    do
    :: d_step { free >= COLUMNS; MOVE(free - COLUMNS) }
    :: d_step { free % COLUMNS > 0; MOVE(free - 1) }
    :: d_step { free % COLUMNS + 1 < COLUMNS; MOVE(free + 1) }
    :: d_step { free + COLUMNS < CELLS; MOVE(free + COLUMNS) }
    od
}

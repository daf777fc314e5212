/* The sliding puzzle, ordered, the free cell first: problems/puzzle. A slot for each cell, and one for the number of
   the free one; a group for each direction. */
enum { CELLS = ROWS * COLUMNS, SLOTS = CELLS + 1, GROUPS = 4 };

static void start(int* state) {
    for (int i = 0; i < CELLS; ++i) state[i] = i;
    state[CELLS] = 0;
}

static int touches(int group, int slot) {
    (void)group, (void)slot;
    return 1;
}

static int step(int* state, int group) {
    const int free = state[CELLS];
    const int is_there[GROUPS] = {free >= COLUMNS, free % COLUMNS > 0, free % COLUMNS + 1 < COLUMNS,
                                  free + COLUMNS < CELLS};
    const int distance[GROUPS] = {-COLUMNS, -1, 1, COLUMNS};
    if (!is_there[group]) return 0;
    state[CELLS] = free + distance[group];
    state[free] = state[state[CELLS]];
    state[state[CELLS]] = 0;
    return 1;
}

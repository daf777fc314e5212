/* Peterson's algorithm for N processes, a step of a process at a time: problems/peterson. Slots: the position and the
   level of each process, its level as the others see it, and for each level the process that came last; a group for
   each process. */
enum { SLOTS = 4 * N - 1, GROUPS = N };
enum { OUTSIDE, FIRST, SECOND, WAITING, CRITICAL };
enum { LEVELS = N, SEEN = 2 * N, LAST = 3 * N - 1 };

static void start(int* state) {
    for (int i = 0; i < SLOTS; ++i) state[i] = 0;
}

static int touches(int group, int slot) {
    return slot == group || slot == LEVELS + group || slot >= SEEN;
}

static int waits(const int* state, int process, int level) {
    if (state[LAST + level] != process) return 0;
    for (int other = 0; other < N; ++other)
        if (other != process && state[SEEN + other] >= level) return 1;
    return 0;
}

static int step(int* state, int process) {
    int *const at = &state[process], *const level = &state[LEVELS + process];
    switch (*at) {
        case OUTSIDE:
            *at = FIRST;
            *level = 1;
            return 1;
        case FIRST:
            *at = SECOND;
            state[SEEN + process] = *level;
            return 1;
        case SECOND:
            *at = WAITING;
            state[LAST + *level] = process;
            return 1;
        case WAITING:
            if (waits(state, process, *level)) return 0;
            *at = *level + 1 == N ? CRITICAL : FIRST;
            if (*at == FIRST) ++*level;
            return 1;
        default:
            *at = OUTSIDE;
            *level = 0;
            state[SEEN + process] = 0;
            return 1;
    }
}

/* Peterson's algorithm for three processes, step by step as in problems/peterson. Slots: the position and the level of
   each process, its level as the others see it, and for each level the process that came last. */
#ifndef PETERSON_H
#define PETERSON_H

enum { PROCESSES = 3, SLOTS = 3 * PROCESSES + PROCESSES - 1 };
enum { OUTSIDE, FIRST, SECOND, WAITING, CRITICAL };

#ifdef EXCHANGED
enum { EXCHANGES = 1 };
#else
enum { EXCHANGES = 0 };
#endif

static const char* const slot_names[SLOTS] = {"at 0",   "at 1",   "at 2",   "level 0", "level 1", "level 2",
                                              "seen 0", "seen 1", "seen 2", "last 1",  "last 2"};
static const char* const positions[] = {"outside", "first", "second", "waiting", "critical"};

static int may_go_on(const int* state, int process, int level) {
    if (state[3 * PROCESSES + level - 1] != process) return 1;
    for (int other = 0; other < PROCESSES; ++other)
        if (other != process && state[2 * PROCESSES + other] >= level) return 0;
    return 1;
}

/* Makes the step of a process, if it has one. */
static int step(int* state, int process) {
    int *const at = &state[process], *const level = &state[PROCESSES + process];
    switch (*at) {
        case OUTSIDE:
            *at = FIRST;
            *level = 1;
            return 1;
        case FIRST:
        case SECOND:
            if ((*at == FIRST) != EXCHANGES)
                state[2 * PROCESSES + process] = *level;
            else
                state[3 * PROCESSES + *level - 1] = process;
            ++*at;
            return 1;
        case WAITING:
            if (!may_go_on(state, process, *level)) return 0;
            *at = *level + 1 == PROCESSES ? CRITICAL : FIRST;
            if (*at == FIRST) ++*level;
            return 1;
        default:
            state[2 * PROCESSES + process] = 0;
            *at = OUTSIDE;
            *level = 0;
            return 1;
    }
}

static int inside(const int* state) {
    int count = 0;
    for (int process = 0; process < PROCESSES; ++process) count += state[process] == CRITICAL;
    return count;
}

#endif

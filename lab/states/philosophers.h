/* Dining philosophers, all of whom take the left fork first: problems/philosophers. A slot and a group for each. */
enum { SLOTS = N, GROUPS = N };
enum { THINKING, HOLDING, EATING };

static void start(int* state) {
    for (int i = 0; i < N; ++i) state[i] = THINKING;
}

static int touches(int group, int slot) {
    return slot == group || slot == (group + 1) % N || slot == (group + N - 1) % N;
}

static int step(int* state, int group) {
    switch (state[group]) {
        case THINKING:
            if (state[(group + N - 1) % N] == EATING) return 0;
            break;
        case HOLDING:
            if (state[(group + 1) % N] != THINKING) return 0;
            break;
    }
    state[group] = state[group] == EATING ? THINKING : state[group] + 1;
    return 1;
}

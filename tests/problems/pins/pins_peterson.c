/* Peterson's algorithm as a model that calls its host. */
#include "host.h"
#include "peterson.h"

#include <stdlib.h>
#include <string.h>

char pins_plugin_name[] = "Peterson's algorithm";

static int started;

void init(int count, char** words);
void pins_model_init(model_t model);

void init(int count, char** words) {
    started = count == 1 && words[1] == NULL;
}

static int next(model_t model, int group, int* from, TransitionCB take, void* context) {
    int to[SLOTS], labels[1] = {group};
    transition_info_t info = {labels, group, 0};
    memcpy(to, from, sizeof to);
    if (GBgetContext(model) != positions || !step(to, group)) return 0;
    take(context, &info, to, NULL);
    return 1;
}

static int label(model_t model, int number, int* state) {
    (void)model;
    return number == 0 ? inside(state) <= 1 : state[number - 1] == CRITICAL;
}

void pins_model_init(model_t model) {
    static const char* const actions[PROCESSES] = {"process 0", "process 1", "process 2"};
    static const char* const labels[] = {"exclusive", "critical 0", "critical 1", "critical 2"};
    lts_type_t type = lts_type_create();
    matrix_t* matrix = malloc(sizeof(matrix_t));
    int initial[SLOTS] = {0};
    const int number = lts_type_put_type(type, "number", LTStypeDirect, NULL);
    const int position = lts_type_add_type(type, "position", NULL);
    const int action = lts_type_put_type(type, "action", LTStypeEnum, NULL);
    const int boolean = lts_type_put_type(type, "boolean", LTStypeBool, NULL);
    if (!started) ltsmin_abort(1);
    lts_type_set_format(type, position, LTStypeEnum);
    lts_type_set_state_length(type, SLOTS);
    for (int i = 0; i < SLOTS; ++i) {
        lts_type_set_state_name(type, i, slot_names[i]);
        lts_type_set_state_typeno(type, i, i < PROCESSES ? position : number);
    }
    lts_type_set_edge_label_count(type, 1);
    lts_type_set_edge_label_name(type, 0, "action");
    lts_type_set_edge_label_typeno(type, 0, action);
    lts_type_set_state_label_count(type, 4);
    for (int i = 0; i < 4; ++i) {
        lts_type_set_state_label_name(type, i, labels[i]);
        lts_type_set_state_label_typeno(type, i, boolean);
    }
    lts_type_validate(type);
    GBsetLTStype(model, type);
    for (int i = 0; i < PROCESSES; ++i) {
        chunk text = {(uint32_t)strlen(actions[i]), (char*)actions[i]};
        if (pins_chunk_put(model, action, text) != i) ltsmin_abort(2);
    }
    for (int i = 0; i <= CRITICAL; ++i) {
        chunk text = {(uint32_t)strlen(positions[i]), (char*)positions[i]};
        pins_chunk_put_at(model, position, text, i);
    }
    GBsetInitialState(model, initial);
    GBsetContext(model, (void*)positions);
    GBsetNextStateLong(model, next);
    GBsetStateLabelLong(model, label);
    dm_create(matrix, PROCESSES, SLOTS);
    for (int group = 0; group < PROCESSES; ++group)
        for (int i = 0; i < SLOTS; ++i) dm_set(matrix, group, i);
    GBsetDMInfo(model, matrix);
}

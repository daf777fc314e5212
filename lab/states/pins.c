/* A model of this folder as a module for LTSmin's interface PINS, which Scrump reads, too:
   cc -O3 -shared -fPIC -I tests/problems/pins -DMODEL='"philosophers.h"' -DN=16 pins.c -o philosophers.so */
#include "host.h"

#include MODEL

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char pins_plugin_name[] = MODEL;

void pins_model_init(model_t model);

static int next(model_t model, int group, int* from, TransitionCB take, void* context) {
    int to[SLOTS];
    transition_info_t info = {NULL, group, 0};
    (void)model;
    memcpy(to, from, sizeof to);
    if (!step(to, group)) return 0;
    take(context, &info, to, NULL);
    return 1;
}

static int no_label(model_t model, int number, int* state) {
    (void)model, (void)number, (void)state;
    return 0;
}

void pins_model_init(model_t model) {
    lts_type_t type = lts_type_create();
    matrix_t* changes = malloc(sizeof(matrix_t));
    int initial[SLOTS];
    const int number = lts_type_put_type(type, "number", LTStypeDirect, NULL);
    lts_type_set_state_length(type, SLOTS);
    for (int i = 0; i < SLOTS; ++i) {
        char name[16];
        snprintf(name, sizeof name, "slot %d", i);
        lts_type_set_state_name(type, i, name);
        lts_type_set_state_typeno(type, i, number);
    }
    lts_type_validate(type);
    GBsetLTStype(model, type);
    start(initial);
    GBsetInitialState(model, initial);
    GBsetNextStateLong(model, next);
    GBsetStateLabelLong(model, no_label);
    dm_create(changes, GROUPS, SLOTS);
    for (int group = 0; group < GROUPS; ++group)
        for (int i = 0; i < SLOTS; ++i)
            if (touches(group, i)) dm_set(changes, group, i);
    GBsetDMInfo(model, changes);
}

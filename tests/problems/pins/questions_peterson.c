/* Peterson's algorithm as models that have a function for each question, with the names of SpinS or of DiVinE. */
#include "host.h"
#include "peterson.h"

#include <string.h>

#ifdef SPINS
#define NAME(spins, divine) spins_##spins
#else
#define NAME(spins, divine) divine
#endif

int NAME(get_state_size, get_state_variable_count)(void);
const char* NAME(get_state_variable_name, get_state_variable_name)(int slot);
int NAME(get_state_variable_type, get_state_variable_type)(int slot);
int NAME(get_type_count, get_state_variable_type_count)(void);
const char* NAME(get_type_name, get_state_variable_type_name)(int type);
int NAME(get_type_value_count, get_state_variable_type_value_count)(int type);
const char* NAME(get_type_value_name, get_state_variable_type_value)(int type, int value);
void NAME(get_initial_state, get_initial_state)(int* state);
int NAME(get_transition_groups, get_transition_count)(void);
int NAME(get_successor_all, get_successors)(void* model, int* from, TransitionCB take, void* context);
int NAME(get_label_count, get_guard_count)(void);
int NAME(get_label, get_guard)(void* model, int label, int* state);

int NAME(get_state_size, get_state_variable_count)(void) {
    return SLOTS;
}
const char* NAME(get_state_variable_name, get_state_variable_name)(int slot) {
#ifdef NAMELESS
    (void)slot;
    return NULL;
#else
    return slot_names[slot];
#endif
}
int NAME(get_state_variable_type, get_state_variable_type)(int slot) {
    return slot < PROCESSES ? 1 : 0;
}
int NAME(get_type_count, get_state_variable_type_count)(void) {
    return 2;
}
const char* NAME(get_type_name, get_state_variable_type_name)(int type) {
    return type == 0 ? "number" : "position";
}
int NAME(get_type_value_count, get_state_variable_type_value_count)(int type) {
    return type == 0 ? 0 : CRITICAL + 1;
}
const char* NAME(get_type_value_name, get_state_variable_type_value)(int type, int value) {
    (void)type;
    return positions[value];
}
void NAME(get_initial_state, get_initial_state)(int* state) {
    memset(state, 0, SLOTS * sizeof(int));
}
int NAME(get_transition_groups, get_transition_count)(void) {
    return PROCESSES;
}
int NAME(get_successor_all, get_successors)(void* model, int* from, TransitionCB take, void* context) {
    int all = 0;
    (void)model;
    for (int group = 0; group < PROCESSES; ++group) {
        int to[SLOTS];
        transition_info_t info = {NULL, group, 0};
        memcpy(to, from, sizeof to);
        if (!step(to, group)) continue;
        take(context, &info, to, NULL);
        ++all;
    }
    return all;
}
int NAME(get_label_count, get_guard_count)(void) {
    return 1;
}
int NAME(get_label, get_guard)(void* model, int label, int* state) {
    (void)model;
    (void)label;
    return inside(state) <= 1;
}

#ifdef SPINS
const char* spins_get_label_name(int label);

const char* spins_get_label_name(int label) {
    (void)label;
    return "exclusive";
}
#endif

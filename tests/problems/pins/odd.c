/* Models that are wrong in one way each, or odd: as ODD says. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

enum { UNDEFINED = 1, SILENT, STOPS_AT_FIVE, NAMES_ON_THE_WAY, SLOT_OF_NONE, SHORT, PLUGIN, NOT_WRITTEN, WIDE_LABEL };

#if ODD == 7
int pins_loaders[2];
#else

void pins_model_init(model_t model);

#if ODD == 1
extern void GBnotThereAtAll(model_t);
#endif

/* Counts to nine in the slot that is not the first one, and by two in the last one. */
static int next(model_t model, int group, int* from, TransitionCB take, void* context) {
    int to[3], copied[3] = {0, 0, 0};
    transition_info_t info = {NULL, group, 0};
    (void)model;
    memcpy(to, from, sizeof to);
    if (group != 0 || from[1] >= 9) return 0;
    if (ODD == STOPS_AT_FIVE && from[1] == 5) ltsmin_abort(7);
    if (ODD == NAMES_ON_THE_WAY) {
        chunk text = {2, "ab"};
        pins_chunk_put(model, 0, text);
    }
    to[0] = 77; /* not written, it says */
    copied[0] = 1;
    ++to[1];
    to[2] -= 200;
    take(context, &info, to, copied);
    return 1;
}

static int next_short(model_t model, int group, int* from, TransitionCB take, void* context) {
    int to[2];
    transition_info_t info = {NULL, group, 0};
    (void)model;
    if (from[0] >= 9) return 0;
    to[0] = from[0] + 1;
    to[1] = from[1] - 200;
    take(context, &info, to, NULL);
    return 1;
}

static int label_short(model_t model, int label, int* values) {
    (void)model;
    (void)label;
    return values[3];
}

static void labels(model_t model, int* state, int* values) {
    (void)model;
    values[0] = state[1] < 7;
}

void pins_model_init(model_t model) {
    lts_type_t type = lts_type_create();
    matrix_t* matrix;
    int initial[3] = {42, 0, 0};
    const int number = lts_type_add_type(type, "number", NULL);
    if (ODD == SILENT) return;
#if ODD == 1
    GBnotThereAtAll(model);
#endif
    lts_type_set_state_length(type, 3);
    for (int i = 0; i < 3; ++i) lts_type_set_state_typeno(type, i, number);
    if (ODD == SLOT_OF_NONE) lts_type_set_state_name(type, 3, "none");
    lts_type_set_state_label_count(type, 1);
    lts_type_set_state_label_name(type, 0, "low");
    GBsetLTStype(model, type);
    GBsetInitialState(model, initial);
    if (ODD == SHORT)
        GBsetNextStateShort(model, next_short);
    else
        GBsetNextStateLong(model, next);
    GBsetStateLabelsAll(model, labels);
    if (ODD == WIDE_LABEL) {
        GBsetStateLabelShort(model, label_short);
        matrix = malloc(sizeof(matrix_t));
        dm_create(matrix, 1, 4); /* and there are three slots */
        dm_set(matrix, 0, 3);
        GBsetStateLabelInfo(model, matrix);
    }
    matrix = malloc(sizeof(matrix_t));
    dm_create(matrix, 1, 3);
    dm_set(matrix, 0, 1);
    dm_set(matrix, 0, 2);
    GBsetDMInfo(model, matrix);
}
#endif

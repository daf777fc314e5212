/* What compiled models use of LTSmin's interface PINS, as its documentation has it. */
#ifndef HOST_H
#define HOST_H

#include <stddef.h>
#include <stdint.h>

typedef struct grey_box_model* model_t;
typedef struct lts_type_s* lts_type_t;
typedef struct {
    size_t room[15];
} matrix_t;
typedef struct {
    uint32_t len;
    char* data;
} chunk;
typedef struct {
    int* labels;
    int group;
    int por_proviso;
} transition_info_t;
typedef void (*TransitionCB)(void* context, transition_info_t* info, int* to, int* copied);

enum { LTStypeDirect, LTStypeRange, LTStypeChunk, LTStypeEnum, LTStypeBool };

extern lts_type_t lts_type_create(void);
extern void lts_type_set_state_length(lts_type_t, int);
extern void lts_type_set_state_name(lts_type_t, int, const char*);
extern void lts_type_set_state_typeno(lts_type_t, int, int);
extern int lts_type_add_type(lts_type_t, const char*, int*);
extern int lts_type_put_type(lts_type_t, const char*, int, int*);
extern void lts_type_set_format(lts_type_t, int, int);
extern void lts_type_set_edge_label_count(lts_type_t, int);
extern void lts_type_set_edge_label_name(lts_type_t, int, const char*);
extern void lts_type_set_edge_label_typeno(lts_type_t, int, int);
extern void lts_type_set_state_label_count(lts_type_t, int);
extern void lts_type_set_state_label_name(lts_type_t, int, const char*);
extern void lts_type_set_state_label_typeno(lts_type_t, int, int);
extern void lts_type_validate(lts_type_t);

extern void GBsetLTStype(model_t, lts_type_t);
extern void GBsetInitialState(model_t, int*);
extern void GBsetNextStateLong(model_t, int (*)(model_t, int, int*, TransitionCB, void*));
extern void GBsetNextStateShort(model_t, int (*)(model_t, int, int*, TransitionCB, void*));
extern void GBsetStateLabelLong(model_t, int (*)(model_t, int, int*));
extern void GBsetStateLabelShort(model_t, int (*)(model_t, int, int*));
extern void GBsetStateLabelInfo(model_t, matrix_t*);
extern void GBsetStateLabelsAll(model_t, void (*)(model_t, int*, int*));
extern void GBsetDMInfo(model_t, matrix_t*);
extern void GBsetContext(model_t, void*);
extern void* GBgetContext(model_t);
extern int pins_chunk_put(model_t, int, chunk);
extern void pins_chunk_put_at(model_t, int, chunk, int);

extern void dm_create(matrix_t*, int, int);
extern void dm_set(matrix_t*, int, int);
extern void ltsmin_abort(int);

#endif

/* A program of a user of the C interface: each rank has another number of elements, most of them the last one, and
 * checks its results. Its argument says what: an array, in place or with results apart; a cube, along an axis; elements
 * with gaps; objects by call-backs; costs; errors; or that one rank is lost. Prints "stolen N" on rank 0, and leaves
 * with 1 where something is wrong. */
#include <mpi.h>

#include <scrump/loops.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static int rank;
static int ranks;
static double began;

/* Ends all ranks: the others would wait for this one in the loops that follow. */
static int fail(const char* what) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

/* Takes a while, and the longer the larger its rank's part is. */
static double f(double x) {
    volatile double y = x;
    for (int i = 0; i < 20000; ++i) y = y + 1e-9;
    return 2 * x + 1;
}

static int own_size(int all) {
    return rank == ranks - 1 ? all : 3;
}

static void setup(infoSCRUMP* info, int steals) {
    SCRUMP_Parameters_Setup(MPI_COMM_WORLD, info, ranks, 2, 5, 1, 1e-6, 1e-6, 0, 1, 1, steals, "test loop");
}

static int stolen_here;

static int run_array(infoSCRUMP* info, double* data, double* results, int first, int size, int technique) {
    if (SCRUMP_StartLoop(info, first, first + size - 1, technique) != 0) return fail("cannot be started");
    while (!SCRUMP_Terminated(info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(info, &start, &count);
        if (count > 5) return fail("more than breakAfter");
        if (count > 0 && SCRUMP_ChunkOwner(info, NULL) != rank) stolen_here += count;
        for (int i = start - first; i < start - first + count; ++i) results[i] = f(data[i]);
        SCRUMP_EndChunk(info);
    }
    return 0;
}

static int end(infoSCRUMP* info, int own) {
    int iterations = 0;
    double seconds = -1;
    if (SCRUMP_EndLoop(info, &iterations, &seconds) != 0) return fail("ended badly");
    if (seconds < 0 || seconds > MPI_Wtime() - began) return fail("took another time");
    int all = 0;
    int all_own = 0;
    MPI_Allreduce(&iterations, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&own, &all_own, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all == all_own ? 0 : fail("not all iterations were run once");
}

static int test_array(int apart, int technique, int steals) {
    const int size = own_size(200);
    const int first = 10;
    double* data = malloc((size_t)size * sizeof *data);
    double* results = apart ? calloc((size_t)size, sizeof *results) : data;
    infoSCRUMP info;
    setup(&info, steals);
    SCRUMP_DataSetup(&info, data, apart ? results : NULL, MPI_DOUBLE, NULL, NULL);
    int wrong = 0;
    for (int run = 0; run < 2 && !wrong; ++run) { /* as time-stepping programs do */
        for (int i = 0; i < size; ++i) data[i] = 1000.0 * rank + i;
        wrong |= run_array(&info, data, results, first, size, technique) || end(&info, size);
        for (int i = 0; i < size && !wrong; ++i) {
            if (results[i] != 2 * (1000.0 * rank + i) + 1) wrong = fail("a result is wrong");
            if (apart && data[i] != 1000.0 * rank + i) wrong = fail("data were changed");
        }
    }
    SCRUMP_Free(&info);
    free(data);
    if (apart) free(results);
    return wrong;
}

/* Without data, all ranks have those of all iterations, and each runs on one of them. */
static int test_whole(int technique, int break_after) {
    enum { size = 200, first = -3 };
    int counts[size] = {0};
    infoSCRUMP info;
    int wrong = 0;
    SCRUMP_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, -1, break_after, -1, 1e-6, 1e-6, 0, 1, 1, 1, "test loop");
    for (int run = 1; run <= 2 && !wrong; ++run) {
        if (SCRUMP_StartLoop(&info, first, first + size - 1, technique) != 0) return fail("cannot be started");
        while (!SCRUMP_Terminated(&info)) {
            int start = 0;
            int count = 0;
            int at = -1;
            SCRUMP_StartChunk(&info, &start, &count);
            if (break_after > 0 && count > break_after) return fail("more than breakAfter");
            if (count > 0 && (SCRUMP_ChunkOwner(&info, &at) != rank || at != start - first))
                return fail("it is elsewhere");
            for (int i = start - first; i < start - first + count; ++i) counts[i] += run;
            SCRUMP_EndChunk(&info);
        }
        wrong |= end(&info, rank == 0 ? size : 0);
    }
    MPI_Allreduce(MPI_IN_PLACE, counts, size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < size && !wrong; ++i)
        if (counts[i] != 3) wrong = fail("an iteration did not run once");
    SCRUMP_Free(&info);
    return wrong;
}

/* The first rank has run all that it gets before the others come. */
static int test_late(void) {
    infoSCRUMP info;
    int start = 0;
    int count = 0;
    setup(&info, 1);
    if (rank > 0) MPI_Barrier(MPI_COMM_WORLD);
    if (SCRUMP_StartLoop(&info, 0, 5 * ranks - 1, SCRUMP_STATIC) != 0) return fail("cannot be started");
    SCRUMP_StartChunk(&info, &start, &count);
    if (count != 5 || start != 5 * rank) return fail("another chunk");
    SCRUMP_EndChunk(&info);
    if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
    SCRUMP_StartChunk(&info, &start, &count);
    if (count != 0 || !SCRUMP_Terminated(&info)) return fail("another chunk");
    const int wrong = end(&info, 5);
    SCRUMP_Free(&info);
    return wrong;
}

static int test_cube(int axis) {
    int dims[3] = {4, 5, 6};
    dims[axis] = own_size(60);
    const int size = dims[axis];
    const int cells = dims[0] * dims[1] * dims[2];
    float* cube = malloc((size_t)cells * sizeof *cube);
    for (int i = 0; i < cells; ++i) cube[i] = (float)(i % 1000 + rank);
    infoSCRUMP info;
    setup(&info, 1);
    SCRUMP_CubicDataSetupAlong(&info, cube, dims[0], dims[1], dims[2], MPI_FLOAT, axis);
    if (SCRUMP_StartLoop(&info, 0, size - 1, SCRUMP_SS) != 0) return fail("cannot be started");
    while (!SCRUMP_Terminated(&info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(&info, &start, &count);
        if (count > 0 && SCRUMP_ChunkOwner(&info, NULL) != rank) stolen_here += count;
        int from[3] = {0, 0, 0};
        int to[3] = {dims[0], dims[1], dims[2]};
        from[axis] = start;
        to[axis] = start + count;
        if (count > 0) f(0);
        for (int x = from[0]; x < to[0]; ++x)
            for (int y = from[1]; y < to[1]; ++y)
                for (int z = from[2]; z < to[2]; ++z) cube[(x * dims[1] + y) * dims[2] + z] *= 3;
        SCRUMP_EndChunk(&info);
    }
    int wrong = end(&info, size);
    for (int i = 0; i < cells && !wrong; ++i) {
        if (cube[i] != 3 * (float)(i % 1000 + rank)) wrong = fail("a cell is wrong");
    }
    SCRUMP_Free(&info);
    free(cube);
    return wrong;
}

/* Objects of their own lengths. */
struct Word {
    char* text;
};

static char bytes[1 << 16];

static void words_to_bytes(void* in, int start, int past, MPI_Datatype* type, void** out, int* len) {
    struct Word* words = in;
    (void)type;
    *len = 0;
    for (int i = start; i < past; ++i) {
        const size_t size = strlen(words[i].text) + 1;
        memcpy(bytes + *len, words[i].text, size);
        *len += (int)size;
    }
    *out = bytes;
}

static void bytes_to_words(void* in, int start, int past, MPI_Datatype* type, void** out, int* len) {
    (void)type;
    (void)len;
    if (*out == NULL) *out = calloc((size_t)(past - start), sizeof(struct Word));
    struct Word* words = *out;
    const char* from = in;
    for (int i = start; i < past; ++i) {
        const size_t size = strlen(from) + 1;
        words[i].text = realloc(words[i].text, size);
        memcpy(words[i].text, from, size);
        from += size;
    }
}

static int test_objects(void) {
    const int size = own_size(100);
    struct Word* words = calloc((size_t)size, sizeof *words);
    for (int i = 0; i < size; ++i) {
        words[i].text = malloc(32);
        snprintf(words[i].text, 32, "%d of %d", i, rank);
    }
    infoSCRUMP info;
    setup(&info, 1);
    SCRUMP_DataSetup(&info, words, NULL, MPI_BYTE, words_to_bytes, bytes_to_words);
    if (SCRUMP_StartLoop(&info, 0, size - 1, SCRUMP_SS) != 0) return fail("cannot be started");
    while (!SCRUMP_Terminated(&info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(&info, &start, &count);
        if (count > 0 && SCRUMP_ChunkOwner(&info, NULL) != rank) stolen_here += count;
        struct Word* here = SCRUMP_ChunkData(&info);
        for (int i = start; i < start + count; ++i) {
            f(0);
            const size_t length = strlen(here[i].text);
            here[i].text = realloc(here[i].text, length + 2);
            strcpy(here[i].text + length, "!");
        }
        SCRUMP_EndChunk(&info);
    }
    int wrong = end(&info, size);
    for (int i = 0; i < size && !wrong; ++i) {
        char right[32];
        snprintf(right, sizeof right, "%d of %d!", i, rank);
        if (strcmp(words[i].text, right) != 0) wrong = fail("a word is wrong");
    }
    SCRUMP_Free(&info);
    for (int i = 0; i < size; ++i) free(words[i].text);
    free(words);
    return wrong;
}

/* Elements whose extent is not their size: MPI's own pair, whose gap is not to be touched, and columns of a matrix that
 * is stored by rows, which are interleaved. */
struct Pair {
    double value;
    int number;
    int gap;
};

static int test_pairs(int apart) {
    const int size = own_size(200);
    struct Pair* data = malloc((size_t)size * sizeof *data);
    struct Pair* results = apart ? malloc((size_t)size * sizeof *results) : data;
    for (int i = 0; i < size; ++i) {
        data[i] = (struct Pair){1000.0 * rank + i, i, 7 * i};
        if (apart) results[i] = (struct Pair){0, 0, 7 * i};
    }
    infoSCRUMP info;
    setup(&info, 1);
    SCRUMP_DataSetup(&info, data, apart ? results : NULL, MPI_DOUBLE_INT, NULL, NULL);
    SCRUMP_StartLoop(&info, 0, size - 1, SCRUMP_SS);
    while (!SCRUMP_Terminated(&info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(&info, &start, &count);
        if (count > 0 && SCRUMP_ChunkOwner(&info, NULL) != rank) stolen_here += count;
        for (int i = start; i < start + count; ++i) {
            results[i].value = f(data[i].value);
            results[i].number = data[i].number + 1;
        }
        SCRUMP_EndChunk(&info);
    }
    int wrong = end(&info, size);
    for (int i = 0; i < size && !wrong; ++i) {
        if (results[i].value != 2 * (1000.0 * rank + i) + 1 || results[i].number != i + 1)
            wrong = fail("a pair is wrong");
        if (results[i].gap != 7 * i || data[i].gap != 7 * i) wrong = fail("a gap was changed");
    }
    SCRUMP_Free(&info);
    free(data);
    if (apart) free(results);
    return wrong;
}

static int test_columns(void) {
    enum { rows = 4 };
    const int size = own_size(200);
    double* matrix = malloc((size_t)(size * rows) * sizeof *matrix);
    for (int i = 0; i < size * rows; ++i) matrix[i] = 1000.0 * rank + i;
    MPI_Datatype alone;
    MPI_Datatype column;
    MPI_Type_vector(rows, 1, size, MPI_DOUBLE, &alone);
    MPI_Type_create_resized(alone, 0, sizeof *matrix, &column);
    MPI_Type_commit(&column);
    int wrong = 0;
    /* What comes of a thief's own type: its columns are as many apart as its rows are long. */
    infoSCRUMP info;
    setup(&info, 1);
    SCRUMP_DataSetup(&info, matrix, NULL, column, NULL, NULL);
    SCRUMP_StartLoop(&info, 0, size - 1, SCRUMP_SS);
    while (!SCRUMP_Terminated(&info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(&info, &start, &count);
        if (count > 0 && SCRUMP_ChunkOwner(&info, NULL) != rank) stolen_here += count;
        for (int i = start; i < start + count; ++i)
            for (int row = 0; row < rows; ++row) matrix[row * size + i] = f(matrix[row * size + i]);
        SCRUMP_EndChunk(&info);
    }
    wrong |= end(&info, size);
    for (int i = 0; i < size * rows && !wrong; ++i)
        if (matrix[i] != 2 * (1000.0 * rank + i) + 1) wrong = fail("a column is wrong");
    SCRUMP_Free(&info);
    MPI_Type_free(&alone);
    MPI_Type_free(&column);
    free(matrix);
    return wrong;
}

/* FAC and BOLD, with costs that are given, and learned; what has to be known and is not is refused. */
static int test_costs(void) {
    const int size = own_size(100);
    double* data = malloc((size_t)size * sizeof *data);
    int wrong = 0;
    for (int given = 0; given < 2 && !wrong; ++given) {
        for (int run = 0; run < 2 && !wrong; ++run) {
            infoSCRUMP info;
            setup(&info, 1);
            if (given) SCRUMP_CostsSetup(&info, 1e-5, 1e-6, 1e-6);
            SCRUMP_DataSetup(&info, data, NULL, MPI_DOUBLE, NULL, NULL);
            /* Without a mean FAC is FAC2, once; then it has learned one, and so has BOLD. */
            const int techniques[] = {given && run ? SCRUMP_BOLD : SCRUMP_FAC, run ? SCRUMP_BOLD : SCRUMP_FAC};
            for (int step = 0; step < 2 && !wrong; ++step) {
                for (int i = 0; i < size; ++i) data[i] = i;
                wrong |= run_array(&info, data, data, 0, size, techniques[step]) || end(&info, size);
                for (int i = 0; i < size && !wrong; ++i)
                    if (data[i] != 2 * i + 1) wrong = fail("a result is wrong");
            }
            SCRUMP_Free(&info);
        }
    }
    infoSCRUMP info;
    SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN);
    setup(&info, 1);
    SCRUMP_DataSetup(&info, data, NULL, MPI_DOUBLE, NULL, NULL);
    if (SCRUMP_StartLoop(&info, 0, size - 1, SCRUMP_BOLD) == 0) wrong = fail("BOLD goes without a mean");
    SCRUMP_Free(&info);
    setup(&info, 1);
    if (SCRUMP_CostsSetup(&info, -1, 0, 0) == 0) wrong = fail("a negative mean is taken");
    SCRUMP_Free(&info);
    free(data);
    return wrong;
}

/* What cannot be is refused, on all ranks, and the program goes on if it says so. */
static int test_refusals(void) {
    infoSCRUMP info;
    double data[4] = {0};
    int start = 0;
    int size = 1;
    SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN);
    if (SCRUMP_Set_errhandler(7) == 0) return fail("a seventh error handler is taken");
    if (SCRUMP_Parameters_Setup(MPI_COMM_WORLD, &info, ranks + 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, "wrong") == 0)
        return fail("another number of ranks is taken");
    SCRUMP_DataSetup(&info, data, NULL, MPI_DOUBLE, NULL, NULL);
    SCRUMP_StartChunk(&info, &start, &size);
    if (size != 0 || !SCRUMP_Terminated(&info)) return fail("a failed loop has iterations");
    if (SCRUMP_EndLoop(&info, NULL, NULL) == 0) return fail("a failed loop ends well");
    SCRUMP_Free(&info);

    MPI_Datatype backwards;
    MPI_Type_create_resized(MPI_DOUBLE, 0, -(int)sizeof(double), &backwards);
    setup(&info, 1);
    if (SCRUMP_DataSetup(&info, data, NULL, backwards, NULL, NULL) == 0) return fail("a type is not committed");
    SCRUMP_Free(&info);
    MPI_Type_commit(&backwards);
    setup(&info, 1);
    if (SCRUMP_DataSetup(&info, data, NULL, backwards, NULL, NULL) == 0) return fail("elements go backwards");
    SCRUMP_Free(&info);
    MPI_Type_free(&backwards);
    setup(&info, 1);
    if (SCRUMP_DataSetup(&info, data, NULL, MPI_DATATYPE_NULL, NULL, NULL) == 0) return fail("no type is taken");
    SCRUMP_Free(&info);
    setup(&info, 1);
    if (SCRUMP_CubicDataSetupAlong(&info, data, 2, 2, 1, MPI_DOUBLE, 3) == 0) return fail("a fourth axis is taken");
    SCRUMP_Free(&info);
    setup(&info, 1);
    SCRUMP_StartLoop(&info, 0, 99, SCRUMP_STATIC);
    if (SCRUMP_EndLoop(&info, NULL, NULL) == 0) return fail("a loop is ended before its iterations were run");
    SCRUMP_Free(&info);
    setup(&info, 1);
    SCRUMP_StartLoop(&info, 0, 99, SCRUMP_STATIC);
    SCRUMP_StartChunk(&info, &start, &size);
    if (SCRUMP_ChunkData(&info) != NULL) return fail("a loop without data has objects");
    SCRUMP_Free(&info);
    return 0;
}

/* Whatever is wrong with the environment or on one rank ends the program, which looks at no error. */
static int test_unaware(int wrong_rank) {
    double data[100] = {0};
    infoSCRUMP info;
    SCRUMP_Parameters_Setup(MPI_COMM_WORLD, &info, rank == wrong_rank ? ranks + 1 : ranks, 0, 0, 1, 0, 0, 0, 1, 1, 1,
                            "test loop");
    SCRUMP_DataSetup(&info, data, NULL, MPI_DOUBLE, NULL, NULL);
    MPI_Barrier(MPI_COMM_WORLD); /* where the others wait for what is wrong */
    SCRUMP_StartLoop(&info, 0, 99, SCRUMP_FAC2);
    while (!SCRUMP_Terminated(&info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(&info, &start, &count);
        SCRUMP_EndChunk(&info);
    }
    SCRUMP_EndLoop(&info, NULL, NULL);
    SCRUMP_Free(&info);
    if (rank == 0) printf("done\n");
    return 0;
}

/* One rank goes, or stops as one that hangs does, until its launcher goes; the others still have MPI to call. They take
   nothing before that rank has a chunk, or they might have stolen all that it has. */
static int test_loss(int signal) {
    double data[100] = {0};
    infoSCRUMP info;
    SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN);
    setup(&info, 1);
    SCRUMP_DataSetup(&info, data, NULL, MPI_DOUBLE, NULL, NULL);
    SCRUMP_StartLoop(&info, 0, 99, SCRUMP_SS);
    if (rank != 1) MPI_Barrier(MPI_COMM_WORLD);
    while (!SCRUMP_Terminated(&info)) {
        int start = 0;
        int count = 0;
        SCRUMP_StartChunk(&info, &start, &count);
        if (rank == 1 && count > 0) {
            MPI_Barrier(MPI_COMM_WORLD);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            raise(signal);
        }
        SCRUMP_EndChunk(&info);
    }
    return end(&info, 100);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    began = MPI_Wtime();
    const char* what = argc > 1 ? argv[1] : "";
    int wrong = 1;
    if (strcmp(what, "array") == 0) wrong = test_array(0, SCRUMP_FAC2, 1) || test_array(0, SCRUMP_STATIC, 1);
    if (strcmp(what, "results") == 0) wrong = test_array(1, SCRUMP_GSS, 1) || test_array(1, SCRUMP_AWF, 1);
    if (strcmp(what, "alone") == 0) wrong = test_array(1, SCRUMP_FAC2, 0);
    if (strcmp(what, "whole") == 0)
        wrong =
            test_whole(SCRUMP_STATIC, 5) || test_whole(SCRUMP_GSS, -1) || test_whole(SCRUMP_AWF_C, 0) || test_late();
    if (strcmp(what, "cube") == 0) wrong = test_cube(0) || test_cube(1) || test_cube(2);
    if (strcmp(what, "objects") == 0) wrong = test_objects();
    if (strcmp(what, "types") == 0) wrong = test_pairs(0) || test_pairs(1) || test_columns();
    if (strcmp(what, "costs") == 0) wrong = test_costs();
    if (strcmp(what, "refusals") == 0) wrong = test_refusals();
    if (strcmp(what, "unaware") == 0) wrong = test_unaware(-1);
    if (strcmp(what, "last_is_wrong") == 0) wrong = test_unaware(ranks - 1);
    if (strcmp(what, "stops") == 0) wrong = test_loss(SIGSTOP);
    if (strcmp(what, "dies") == 0) wrong = test_loss(SIGKILL);
    int stolen = 0;
    MPI_Reduce(&stolen_here, &stolen, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("stolen %d\n", stolen);
    MPI_Finalize();
    return wrong;
}

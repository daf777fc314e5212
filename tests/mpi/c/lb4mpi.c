/* A program written for LB4MPI, which includes its header: loops whose data all ranks have, with counts of how often
 * each iteration ran. Its argument says what; each check that fails ends all ranks. */
#include <mpi.h>

#include "DLS.h"

#include <stdio.h>

#define ALL_METHODS 15
extern int DLS_MethodCount;

static int rank;
static int ranks;

static void check(int right, const char* what) {
    if (right) return;
    fprintf(stderr, "rank %d: wrong: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int sum_of(int value) {
    int sum = 0;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* Runs a loop over n iterations, counts each in each rank that runs it, and adds the counts up. Returns the length of
 * the longest chunk of all ranks. */
static int run(infoDLS* info, int first, int n, int method) {
    int* counts = (int*)calloc((size_t)max(n, 1), sizeof(int));
    int start, size, iterations = -1, i, longest = 0, own = 0;
    double seconds = -1;
    DLS_StartLoop(info, first, first + n - 1, method);
    while (!DLS_Terminated(info)) {
        DLS_StartChunk(info, &start, &size);
        for (i = start; i < start + size; i++) counts[i - first]++;
        DLS_EndChunk(info);
        longest = max(longest, size);
        own += size;
    }
    DLS_EndLoop(info, &iterations, &seconds);
    MPI_Allreduce(MPI_IN_PLACE, counts, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (i = 0; i < n; i++) check(counts[i] == 1, "an iteration did not run once");
    check(iterations == own && info->myIters == own, "another number of iterations");
    check(sum_of(iterations) == n, "not all iterations");
    check(seconds >= 0 && seconds < 1000, "another time");
    check(info->N == n && info->method == method && info->firstIter == first, "other fields");
    free(counts);
    MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

static void all_methods(void) {
    infoDLS info;
    int method;
    check(DLS_MethodCount == ALL_METHODS, "another number of methods");
    check(strcmp(get_DLS_ShortName(AWF_B), "AWF-B") == 0, "another name");
    for (method = STATIC; method <= SimAS; method++) {
        DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, -1, -1, 2, 1e-6, 1e-6, 0, 1, 1);
        check(info.commSize == ranks && info.myRank == rank && info.comm == MPI_COMM_WORLD, "other fields");
        run(&info, 0, 200, method);
        DLS_Finalize(&info);
    }
}

/* As time-stepping programs do; with the values that it may change in between. */
static void steps(void) {
    infoDLS info;
    int step;
    DLS_Setup(MPI_COMM_WORLD, &info);
    check(info.minChunk == ranks && info.breakAfter == -1 && info.requestWhen == -1, "other values");
    for (step = 0; step < 4; step++) run(&info, 1, 100 * step + 1, AWF);
    check(info.timeStep == 4, "another step");
    run(&info, -5, 11, FAC);
    run(&info, 0, 0, GSS);
    run(&info, 0, 1, GSS);
    info.breakAfter = 3;
    check(run(&info, 0, 100, GSS) == 3, "not as long as breakAfter");
    info.breakAfter = 0;
    info.minChunk = 90;
    check(run(&info, 0, 100, GSS) >= 90 && sum_of(info.myIters > 0) <= 2, "less than minChunk");
    DLS_Finalize(&info);
}

/* A quarter of each rank's share of a chunk, where others need answers. */
static void answers(void) {
    const char* net = getenv("SCRUMP_NET");
    const int by_messages = ranks > 1 && net != NULL && strcmp(net, "messages") == 0;
    infoDLS info;
    DLS_Setup(MPI_COMM_WORLD, &info);
    check(run(&info, 0, 200 * ranks, STATIC) == (by_messages ? 200 / (4 * ranks) : 200), "another breakAfter");
    DLS_Finalize(&info);
}

/* Ranks of unequal speeds, by their weights. */
static void weights(void) {
    infoDLS info;
    DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, -1, -1, 1, 0, 0, 1, 3.0, 1.0, 1, "weights");
    run(&info, 0, 1000, WF);
    DLS_Finalize(&info);
}

/* The outer loop's iterations belong to crews, whose ranks divide each one's inner loop. */
enum { outer_size = 12 };
static int inner_size(int j) {
    return 5 * j; /* the first one has nothing to do */
}

static void run_inner(infoDLS* inner, int j, int* counts) {
    int start, size, iterations, i;
    double seconds;
    DLS_StartLoop(inner, 1, inner_size(j), GSS);
    while (!DLS_Terminated(inner)) {
        DLS_StartChunk(inner, &start, &size);
        for (i = start; i < start + size; i++) counts[i]++;
        DLS_EndChunk(inner);
    }
    DLS_EndLoop(inner, &iterations, &seconds);
}

static void groups(int coordinator) {
    static int counts[outer_size][5 * outer_size + 1];
    static int runs[outer_size];
    infoDLS outer, inner;
    int start, size, iterations, i, j, step, own = 0;
    double seconds;
    DLS_GroupSetup(MPI_COMM_WORLD, coordinator, &outer, &inner);
    for (step = 0; step < 2; step++) {
        memset(counts, 0, sizeof counts);
        memset(runs, 0, sizeof runs);
        DLS_StartLoop(&outer, 0, outer_size - 1, FAC);
        while (!DLS_Terminated(&outer)) {
            DLS_StartChunk(&outer, &start, &size);
            for (j = start; j < start + size; j++) {
                if (inner.myRank == 0) runs[j]++;
                run_inner(&inner, j, counts[j]);
            }
            own += size;
            DLS_EndChunk(&outer);
        }
        DLS_EndLoop(&outer, &iterations, &seconds);
        check(sum_of(iterations) == outer_size, "not all outer iterations");
        MPI_Allreduce(MPI_IN_PLACE, runs, outer_size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, counts, sizeof counts / sizeof(int), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (j = 0; j < outer_size; j++) {
            check(runs[j] == 1, "an outer iteration did not run once");
            for (i = 1; i <= inner_size(j); i++) check(counts[j][i] == 1, "an inner iteration did not run once");
        }
    }
    if (ranks > 1 && rank == coordinator) {
        check(own == 0 && inner.comm == MPI_COMM_NULL, "the coordinator worked");
    } else {
        check(inner.comm != MPI_COMM_NULL && inner.comm == outer.crew, "no crew");
    }
    DLS_Finalize(&inner);
    DLS_Finalize(&outer);
}

/* Ranks have parts, the last one most, and steal; unless the environment says otherwise, results come home. */
static void parts(int come_home) {
    infoDLS info;
    const int own = rank == ranks - 1 ? 400 : 2;
    double* data = (double*)malloc((size_t)own * sizeof(double));
    int start, size, iterations, i, stolen = 0, gone = 0, all_stolen, step;
    double seconds;
    DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, 0, 5, 1, 0, 0, 0, 1, 1, 1, "parts");
    DLS_DataSetup(&info, data, NULL, MPI_DOUBLE, NULL, NULL);
    for (step = 0; step < 2; step++) {
        for (i = 0; i < own; i++) data[i] = 1000 * rank + i;
        DLS_StartLoop(&info, 0, own - 1, SS);
        while (!DLS_Terminated(&info)) {
            DLS_StartChunk(&info, &start, &size);
            if (size > 0 && SCRUMP_ChunkOwner(&info.loop, NULL) != rank) {
                stolen += size;
                if (rank == 0) gone += size;
            }
            for (i = start; i < start + size; i++) {
                volatile double slow = 0;
                while (slow < 20000) slow = slow + 1;
                data[i] = 2 * data[i] + 1;
            }
            DLS_EndChunk(&info);
        }
        DLS_EndLoop(&info, &iterations, &seconds);
        check(sum_of(iterations) == sum_of(own), "not all iterations");
        for (i = 0; i < own && come_home; i++) check(data[i] == 2 * (1000 * rank + i) + 1, "a result is wrong");
    }
    all_stolen = sum_of(stolen);
    for (i = 0, size = 0; i < own; i++) size += data[i] != 2 * (1000 * rank + i) + 1;
    size = sum_of(size);
    if (rank == 0) printf("stolen %d, by the first %d, not at home %d\n", all_stolen, gone, size);
    free(data);
    DLS_Finalize(&info);
}

/* What a program must not do. */
static void wrong(const char* what) {
    infoDLS info;
    int start, size, iterations;
    double seconds;
    memset(&info, 0x5a, sizeof info);
    if (strcmp(what, "no setup") == 0) DLS_StartLoop(&info, 0, 9, STATIC);
    DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, strcmp(what, "request") == 0 ? -2 : -1,
                         strcmp(what, "break") == 0 ? -2 : -1, strcmp(what, "chunk") == 0 ? -2 : 1, 0,
                         strcmp(what, "sigma") == 0 ? -1 : 0, 0, 1, 1);
    if (strcmp(what, "no start") == 0) DLS_StartChunk(&info, &start, &size);
    if (strcmp(what, "no loop") == 0) DLS_EndLoop(&info, &iterations, &seconds);
    if (strcmp(what, "no method") == 0) DLS_StartLoop(&info, 0, 9, SimAS + 1);
    DLS_StartLoop(&info, 0, strcmp(what, "other") == 0 ? 9 + rank : 9, SS);
    if (strcmp(what, "two loops") == 0) DLS_StartLoop(&info, 0, 9, SS);
    while (!DLS_Terminated(&info)) {
        DLS_StartChunk(&info, &start, &size);
        if (strcmp(what, "two chunks") == 0) DLS_StartChunk(&info, &start, &size);
        if (strcmp(what, "too early") == 0) break;
        DLS_EndChunk(&info);
    }
    DLS_EndLoop(&info, &iterations, &seconds);
    DLS_Finalize(&info);
    if (strcmp(what, "finalised") == 0) DLS_Terminated(&info);
    if (strcmp(what, "coordinator") == 0) DLS_GroupSetup(MPI_COMM_WORLD, ranks, &info, &info);
}

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (strcmp(what, "methods") == 0) {
        all_methods();
    } else if (strcmp(what, "steps") == 0) {
        steps();
        answers();
    } else if (strcmp(what, "weights") == 0) {
        weights();
    } else if (strcmp(what, "groups") == 0) {
        groups(0);
        groups(ranks - 1);
    } else if (strcmp(what, "parts") == 0) {
        parts(1);
    } else if (strcmp(what, "kept") == 0) {
        parts(0);
    } else if (strcmp(what, "left") == 0) { /* as programs that free nothing */
        static infoDLS info;
        DLS_Setup(MPI_COMM_WORLD, &info);
        run(&info, 0, 100, GSS);
    } else {
        wrong(what);
    }
    if (rank == 0) printf("done\n");
    MPI_Finalize();
    return 0;
}

/* The C interface of self-scheduled loops, for MPI programs: the calls familiar to users of DLS libraries, around an
 * unchanged loop body. docs/loops.md has the table of names, and a whole program.
 *
 *     infoSCRUMP info;
 *     SCRUMP_Parameters_Setup(comm, &info, ranks, 0, 100, 1, 1e-6, 0, 0, 1, 1, 1, "my loop");
 *     SCRUMP_DataSetup(&info, data, results, MPI_DOUBLE, NULL, NULL);
 *     SCRUMP_StartLoop(&info, 0, n - 1, SCRUMP_FAC2);
 *     while (!SCRUMP_Terminated(&info)) {
 *         int start, size;
 *         SCRUMP_StartChunk(&info, &start, &size);
 *         for (int i = start; i < start + size; ++i) results[i] = f(data[i]);
 *         SCRUMP_EndChunk(&info);
 *     }
 *     if (SCRUMP_EndLoop(&info, &iterations, &seconds) != 0) MPI_Abort(comm, 1);
 *     SCRUMP_Free(&info);
 *
 * Every rank of the communicator makes the same calls from its main thread, with its own part of the data. Without data
 * (SCRUMP_DataSetup(), SCRUMP_CubicDataSetup()), all ranks have those of all iterations and start the loop over the
 * same ones, each of which runs once, on one of them. MPI belongs to the program, which initialises it (with or without
 * threads) and finalises it after the last call. Include <mpi.h> first.
 *
 * Errors: by default, as with MPI, the first one prints a message and aborts all ranks, with an exit status other than
 * 0. After SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN), functions return a number other than 0 instead: one rank has
 * printed a message, no rank gets any more iterations of the loop, and the program continues. Its results are then
 * incomplete, so check the value that SCRUMP_EndLoop() returns, as above. */
#ifndef SCRUMP_LOOPS_H
#define SCRUMP_LOOPS_H

#ifndef MPI_VERSION
#error "include <mpi.h> before <scrump/loops.h>"
#endif

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A loop. Its contents belong to the library. After SCRUMP_EndLoop() it may be started again, and keeps what was
 * learned from earlier runs (AWF's weights, costs). */
typedef struct infoSCRUMP {
    void* loop;
} infoSCRUMP;

/* Techniques by the numbers of table 4.1 of Shatri (2023); those from 16 on are not in it. SCRUMP_LOOP=help lists
 * them all. */
enum SCRUMP_Technique {
    SCRUMP_STATIC = 0,
    SCRUMP_SS = 1,
    SCRUMP_FSC = 2,
    SCRUMP_MFSC = 3,
    SCRUMP_GSS = 4,
    SCRUMP_TSS = 5,
    SCRUMP_FAC = 7,
    SCRUMP_WF = 8,
    SCRUMP_AWF = 9,
    SCRUMP_AWF_B = 10,
    SCRUMP_AWF_C = 11,
    SCRUMP_AWF_D = 12,
    SCRUMP_AWF_E = 13,
    SCRUMP_AF = 14,
    SCRUMP_SIMAS = 15,
    SCRUMP_FAC2 = 18,
    SCRUMP_BOLD = 19,
    SCRUMP_AUTO = 20
};

/* Handling of errors. */
enum SCRUMP_Errhandler {
    SCRUMP_ERRORS_ARE_FATAL = 0, /* print a message and abort all ranks */
    SCRUMP_ERRORS_RETURN = 1     /* print a message and return a number other than 0 */
};

/* Sets the handling of errors for all loops of this process, from now on. May be called before anything else; must be
 * the same on all ranks. */
int SCRUMP_Set_errhandler(int errhandler);

/* Converts the objects from `start` up to `end` (exclusive) at `in` to bytes, or bytes to objects.
 *   As dMap: sets *out to the bytes and *len to their number; they belong to the program and stay valid until its next
 * call.
 *   As nMap: `in` holds *len bytes that dMap made from the same number of objects. If *out is NULL, it makes new
 * objects and sets *out to the first; otherwise *out is the program's own data, and it stores them there, from `start`
 * on. */
typedef void (*fMapPtr)(void* in, int start, int end, MPI_Datatype* out_type, void** out, int* len);

/* The functions below take Fortran's handles; the functions after them take MPI's own. */
int scrump_loop_setup(int communicator, infoSCRUMP* info, int numProcs, int requestWhen, int breakAfter, int minChunk,
                      double h_overhead, double sigma, int nKNL, double Xeon_speed, double KNL_speed, int workStealing,
                      const char* info_name);
int scrump_loop_data(infoSCRUMP* info, void* data, void* results, size_t bytes, void (*dMap)(void), void (*nMap)(void));
int scrump_loop_typed_data(infoSCRUMP* info, void* data, void* results, int datatype, void (*dMap)(void),
                           void (*nMap)(void));
int scrump_loop_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, size_t bytes, int axis);
int scrump_loop_typed_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, int datatype, int axis);
/* Reports an error that another language's interface has found. */
int scrump_loop_refuse(infoSCRUMP* info, const char* why);

/* Configures a loop.
 *   numProcs      number of ranks of the communicator (0: all)
 *   requestWhen   number of remaining iterations at which more work is requested; -1: the library chooses
 *   breakAfter    iterations after which other ranks' requests are answered; 0: after each chunk; -1: the library
 *                 chooses
 *   minChunk      smallest number of iterations of a chunk; -1: the library chooses
 *   h_overhead    time to get a chunk in seconds: see SCRUMP_CostsSetup()
 *   sigma         standard deviation of an iteration's time in seconds: see SCRUMP_CostsSetup()
 *   nKNL          number of ranks, the last ones, that have speed KNL_speed; the others have Xeon_speed
 *   workStealing  0: no iterations are stolen
 *   info_name     name of the loop, for messages and the files requested by LB4MPI_ITERATIONS_INFO=1 */
static inline int SCRUMP_Parameters_Setup(MPI_Comm icomm, infoSCRUMP* info, int numProcs, int requestWhen,
                                          int breakAfter, int minChunk, double h_overhead, double sigma, int nKNL,
                                          double Xeon_speed, double KNL_speed, int workStealing,
                                          const char* info_name) {
    return scrump_loop_setup((int)MPI_Comm_c2f(icomm), info, numProcs, requestWhen, breakAfter, minChunk, h_overhead,
                             sigma, nKNL, Xeon_speed, KNL_speed, workStealing, info_name);
}

/* Sets the known costs of the loop's iterations, all in seconds: the mean of their times, its standard deviation, and
 * the time to get a chunk. A cost of 0 is unknown, and is measured by the first run of the loop for the next one. FSC
 * needs sigma and h_overhead, and BOLD the mean. FAC chunks by sigma and mean, and is FAC2 without a mean, as in
 * LB4MPI. SIMAS chooses by all three, and is FAC2 without a mean. Replaces the costs given to
 * SCRUMP_Parameters_Setup(). */
int SCRUMP_CostsSetup(infoSCRUMP* info, double mean, double sigma, double h_overhead);

/* Sets one-dimensional data, an element for each iteration; `results` has the same number and type, or is NULL: data
 * are then changed in place. Elements follow each other by the extent of their type, which must be committed; bytes
 * between those of the type (such as gaps of a structure) are left unchanged. With functions, elements are objects,
 * which travel as the bytes that these make, and the type is ignored. */
static inline int SCRUMP_DataSetup(infoSCRUMP* info, void* data, void* results, MPI_Datatype oldtype, fMapPtr dMap,
                                   fMapPtr nMap) {
    return scrump_loop_typed_data(info, data, results, (int)MPI_Type_c2f(oldtype), (void (*)(void))dMap,
                                  (void (*)(void))nMap);
}

/* Sets a contiguous array of dim_x × dim_y × dim_z elements, changed in place; its slices along the first axis are the
 * iterations. Elements are no longer than the extent of their type, all of which travels. The first form takes the
 * axis, 0 to 2. */
static inline int SCRUMP_CubicDataSetupAlong(infoSCRUMP* info, void* array, int dim_x, int dim_y, int dim_z,
                                             MPI_Datatype oldtype, int axis) {
    return scrump_loop_typed_cube(info, array, dim_x, dim_y, dim_z, (int)MPI_Type_c2f(oldtype), axis);
}
static inline int SCRUMP_CubicDataSetup(infoSCRUMP* info, void* array, int dim_x, int dim_y, int dim_z,
                                        MPI_Datatype oldtype) {
    return SCRUMP_CubicDataSetupAlong(info, array, dim_x, dim_y, dim_z, oldtype, 0);
}

/* Begins the loop over iterations firstIter to lastIter, both included: of this rank, whose data begin with firstIter;
 * without data, of all ranks. The environment may choose another technique (docs/loops.md). */
int SCRUMP_StartLoop(infoSCRUMP* info, int firstIter, int lastIter, int technique);

/* Gets the next iterations: `size` of them from `start` on. A stolen chunk temporarily stands at the beginning of the
 * rank's own data and results, which get their own contents back with SCRUMP_EndChunk(). The size is 0 once no
 * iterations are left, on any rank. Waits until that is known. */
int SCRUMP_StartChunk(infoSCRUMP* info, int* start, int* size);
/* Reports that these iterations were run. */
int SCRUMP_EndChunk(infoSCRUMP* info);
/* Returns 1 if all iterations of all ranks were run, or given to the ranks that run them; otherwise 0. */
int SCRUMP_Terminated(infoSCRUMP* info);

/* For data with functions: returns the address of the objects of the current chunk; `start` counts from there. */
void* SCRUMP_ChunkData(infoSCRUMP* info);
/* Returns the rank that owns the iterations of the current chunk; sets the number of the first one on that rank. */
int SCRUMP_ChunkOwner(infoSCRUMP* info, int* first);

/* Ends the loop, on all ranks, once it has terminated: sets the number of iterations that this rank ran, and the time
 * until it had nothing left to do, in seconds. */
int SCRUMP_EndLoop(infoSCRUMP* info, int* iterations, double* seconds);

/* Frees the loop: before MPI is finalised, on all ranks. */
void SCRUMP_Free(infoSCRUMP* info);

#ifdef __cplusplus
}
#endif

#endif

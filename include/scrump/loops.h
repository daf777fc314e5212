/* The C interface of self-scheduled loops, for MPI programs: the calls that users of DLS libraries know, around a loop
 * body that stays as it is. docs/loops.md has the table of names, and a whole program.
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
 * Every rank of the communicator makes the same calls from its main thread, with its own part of the data. MPI is the
 * program's: it initialises it (without threads, if it likes) and finalises it after the last call. Include <mpi.h>
 * first.
 *
 * Errors: by default, as with MPI, the first one prints a message and aborts all ranks, with an exit status other than
 * 0. After SCRUMP_Set_errhandler(SCRUMP_ERRORS_RETURN), functions return a number other than 0 instead: one rank has
 * printed a message, no rank gets any more iterations of the loop, and the program goes on. Its results are incomplete
 * then, so look at what SCRUMP_EndLoop() returns, as above. */
#ifndef SCRUMP_LOOPS_H
#define SCRUMP_LOOPS_H

#ifndef MPI_VERSION
#error "include <mpi.h> before <scrump/loops.h>"
#endif

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One loop. Its contents are the library's. After SCRUMP_EndLoop() it may be started again, and what was learned of it
 * (AWF's weights, costs) holds then. */
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
    SCRUMP_BOLD = 19
};

/* What to do about errors. */
enum SCRUMP_Errhandler {
    SCRUMP_ERRORS_ARE_FATAL = 0, /* print a message and abort all ranks */
    SCRUMP_ERRORS_RETURN = 1     /* print a message and return a number other than 0 */
};

/* Chooses that for all loops of this process, from now on. May be called before anything else; the same at all
 * ranks. */
int SCRUMP_Set_errhandler(int errhandler);

/* Makes bytes of the objects `start` up to `end` (not included) at `in`, or objects of bytes.
 *   As dMap: sets *out to the bytes and *len to their number; they stay the program's until its next call.
 *   As nMap: `in` are *len bytes that dMap made of so many objects. *out is NULL: makes the objects anew and sets *out
 * to where they begin; or *out is the program's own data: puts them there, at `start`. */
typedef void (*fMapPtr)(void* in, int start, int end, MPI_Datatype* out_type, void** out, int* len);

/* What is below takes handles as Fortran has them; the macros after it take MPI's own. */
int scrump_loop_setup(int communicator, infoSCRUMP* info, int numProcs, int requestWhen, int breakAfter, int minChunk,
                      double h_overhead, double sigma, int nKNL, double Xeon_speed, double KNL_speed, int workStealing,
                      const char* info_name);
int scrump_loop_data(infoSCRUMP* info, void* data, void* results, size_t bytes, void (*dMap)(void), void (*nMap)(void));
int scrump_loop_typed_data(infoSCRUMP* info, void* data, void* results, int datatype, void (*dMap)(void),
                           void (*nMap)(void));
int scrump_loop_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, size_t bytes, int axis);
int scrump_loop_typed_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, int datatype, int axis);
/* What another language's interface has found wrong. */
int scrump_loop_refuse(infoSCRUMP* info, const char* why);

/* Configures a loop.
 *   numProcs      ranks of the communicator (0: however many there are)
 *   requestWhen   more work is asked for when no more than so many iterations are left
 *   breakAfter    iterations after which other ranks' requests are answered; 0: after each chunk
 *   minChunk      iterations of a chunk, at least
 *   h_overhead    seconds to get a chunk, and
 *   sigma         standard deviation of an iteration's time in seconds: see SCRUMP_CostsSetup()
 *   nKNL          how many of the last ranks have speed KNL_speed; the others have Xeon_speed
 *   workStealing  0: no iterations are stolen
 *   info_name     of the loop, for messages and the files that LB4MPI_ITERATIONS_INFO=1 asks for */
static inline int SCRUMP_Parameters_Setup(MPI_Comm icomm, infoSCRUMP* info, int numProcs, int requestWhen,
                                          int breakAfter, int minChunk, double h_overhead, double sigma, int nKNL,
                                          double Xeon_speed, double KNL_speed, int workStealing,
                                          const char* info_name) {
    return scrump_loop_setup((int)MPI_Comm_c2f(icomm), info, numProcs, requestWhen, breakAfter, minChunk, h_overhead,
                             sigma, nKNL, Xeon_speed, KNL_speed, workStealing, info_name);
}

/* What is known of the loop's iterations, all in seconds: the mean of their times, its standard deviation, and what it
 * takes to get a chunk. A cost that is 0 is unknown, and is measured by the first run of the loop for the next one. FSC
 * needs sigma and h_overhead, and BOLD the mean. FAC chunks by sigma and mean, and is FAC2 without a mean, as in
 * LB4MPI. SIMAS chooses by all three, and is FAC2 without a mean. Replaces what SCRUMP_Parameters_Setup() was told. */
int SCRUMP_CostsSetup(infoSCRUMP* info, double mean, double sigma, double h_overhead);

/* One-dimensional data, an element for each iteration; `results` as many and of the same type, or NULL: data are
 * changed in place. Elements follow each other by the extent of their type, which is committed; bytes between those of
 * the type (gaps of a structure, say) are left as they are. With functions, elements are objects, which travel as what
 * these make of them, and the type is not looked at. */
static inline int SCRUMP_DataSetup(infoSCRUMP* info, void* data, void* results, MPI_Datatype oldtype, fMapPtr dMap,
                                   fMapPtr nMap) {
    return scrump_loop_typed_data(info, data, results, (int)MPI_Type_c2f(oldtype), (void (*)(void))dMap,
                                  (void (*)(void))nMap);
}

/* A contiguous array of dim_x × dim_y × dim_z elements, changed in place; its slices along the first axis are the
 * iterations. Elements are no longer than the extent of their type, all of which travels. The second form takes the
 * axis, 0 to 2. */
static inline int SCRUMP_CubicDataSetupAlong(infoSCRUMP* info, void* array, int dim_x, int dim_y, int dim_z,
                                             MPI_Datatype oldtype, int axis) {
    return scrump_loop_typed_cube(info, array, dim_x, dim_y, dim_z, (int)MPI_Type_c2f(oldtype), axis);
}
static inline int SCRUMP_CubicDataSetup(infoSCRUMP* info, void* array, int dim_x, int dim_y, int dim_z,
                                        MPI_Datatype oldtype) {
    return SCRUMP_CubicDataSetupAlong(info, array, dim_x, dim_y, dim_z, oldtype, 0);
}

/* Begins the loop over this rank's iterations firstIter to lastIter, both included; its data begin with firstIter. The
 * environment may choose another technique (docs/loops.md). */
int SCRUMP_StartLoop(infoSCRUMP* info, int firstIter, int lastIter, int technique);

/* The next iterations: `size` of them from `start` on. A chunk that was stolen stands at the beginning of the rank's
 * own data and results meanwhile, which get their own contents back with SCRUMP_EndChunk(). The size is 0 once there
 * are none left, anywhere. Waits until that is known. */
int SCRUMP_StartChunk(infoSCRUMP* info, int* start, int* size);
/* They were run. */
int SCRUMP_EndChunk(infoSCRUMP* info);
/* Whether all iterations of all ranks were run, or given to who runs them: 1 or 0. */
int SCRUMP_Terminated(infoSCRUMP* info);

/* For data with functions: where the objects of the present chunk are; `start` counts from there. */
void* SCRUMP_ChunkData(infoSCRUMP* info);
/* Whose iterations the present chunk is of, and the first of them by that rank's count. */
int SCRUMP_ChunkOwner(infoSCRUMP* info, int* first);

/* Ends the loop, at all ranks: iterations that this rank has run, and seconds until it had nothing left to do. */
int SCRUMP_EndLoop(infoSCRUMP* info, int* iterations, double* seconds);

/* The loop is not needed any more: before MPI is finalised, at all ranks. */
void SCRUMP_Free(infoSCRUMP* info);

#ifdef __cplusplus
}
#endif

#endif

/* LB4MPI's own interface, for its programs: they compile unchanged with this header, or with its other name, DLS.h in
 * the folder scrump/lb4mpi (give that to the compiler with -I). docs/loops.md says what differs.
 *
 *     infoDLS info;
 *     DLS_Parameters_Setup(comm, &info, ranks, -1, -1, 1, 1e-6, 1e-6, 0, 1, 1);
 *     DLS_StartLoop(&info, 0, n - 1, FAC);
 *     while (!DLS_Terminated(&info)) {
 *         int start, size;
 *         DLS_StartChunk(&info, &start, &size);
 *         for (int i = start; i < start + size; ++i) results[i] = f(data[i]);
 *         DLS_EndChunk(&info);
 *     }
 *     DLS_EndLoop(&info, &iterations, &seconds);
 *     DLS_Finalize(&info);
 *
 * Every rank of the communicator makes the same calls from its main thread. All ranks have the data of all iterations,
 * each of which runs once, on one of them; after DLS_DataSetup() or DLS_CubicDataSetup(), each rank has its own
 * iterations with their data, and ranks steal from each other.
 *
 * Errors print a message and abort all ranks, unless SCRUMP_Set_errhandler() says otherwise (scrump/loops.h). */
#ifndef SCRUMP_LB4MPI_H
#define SCRUMP_LB4MPI_H

#include <mpi.h>

#include <scrump/loops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Methods, by the numbers of the public library. Table 4.1 of Shatri (2023), and so LB4MPI_SCHEDULING, has other
 * numbers from FAC on. */
enum DLS_Method {
    STATIC = 0,
    SS = 1,
    FSC = 2,
    mFSC = 3,
    GSS = 4,
    TSS = 5,
    FAC = 6,
    WF = 7,
    AWF = 8,
    AWF_B = 9,
    AWF_C = 10,
    AWF_D = 11,
    AWF_E = 12,
    AF = 13,
    SimAS = 14
};

/* A loop. Programs may read its fields, and change some before DLS_StartLoop(). */
typedef struct infoDLS {
    int commSize; /* number of ranks that share the loop */
    int crewSize; /* of the outer one of two loops: number of ranks of the crew */
    int foreman;
    int myRank;
    int firstRank;
    int lastRank;
    int method;
    int firstIter;
    int lastIter;
    int N;             /* number of iterations */
    int minChunk;      /* may be changed, as the arguments of DLS_Parameters_Setup() of these names */
    int breakAfter;    /* may be changed */
    int requestWhen;   /* may be changed */
    int myIters;       /* number of iterations that this rank ran, after DLS_EndLoop() */
    int timeStep;      /* number of loops that were started */
    double h_overhead; /* may be changed */
    double sigma;      /* may be changed */
    double workTime;   /* time in chunks in seconds, after DLS_EndLoop() */
    infoSCRUMP loop;   /* for the functions of scrump/loops.h */
    void* place;       /* belongs to the library */
    MPI_Comm comm;
    MPI_Comm crew;
} infoDLS;

/* The functions below take Fortran's handles; the functions after them take MPI's own. */
void scrump_dls_setup(int communicator, infoDLS* info, int numProcs, int requestWhen, int breakAfter, int minChunk,
                      double h_overhead, double sigma, int nKNL, double Xeon_speed, double KNL_speed, int workStealing,
                      const char* info_name);
void scrump_dls_group_setup(int world, int coordinator, infoDLS* outer, infoDLS* inner, int* foremen, int* crew);

/* Configures a loop.
 *   numProcs      number of ranks of the communicator
 *   requestWhen   number of remaining iterations at which more work is requested; -1: the library chooses
 *   breakAfter    iterations after which other ranks' requests are answered; 0: after each chunk; -1: the library
 *                 chooses
 *   minChunk      smallest number of iterations of a chunk; -1 or 0: the library chooses
 *   h_overhead    time to get a chunk in seconds, for FSC; 0: unknown
 *   sigma         standard deviation of an iteration's time in seconds, for FSC; 0: unknown
 *   nKNL          number of ranks, the last ones, that have speed KNL_speed; the others have Xeon_speed
 *   workStealing  with DLS_DataSetup(), 0: no iterations are stolen
 *   info_name     name of the loop, for the files requested by LB4MPI_ITERATIONS_INFO=1
 * The last two may be omitted, as in the library's versions without stealing. */
static inline void scrump_dls_parameters(MPI_Comm icomm, infoDLS* info, int numProcs, int requestWhen, int breakAfter,
                                         int minChunk, double h_overhead, double sigma, int nKNL, double Xeon_speed,
                                         double KNL_speed, int workStealing, const char* info_name) {
    scrump_dls_setup((int)MPI_Comm_c2f(icomm), info, numProcs, requestWhen, breakAfter, minChunk, h_overhead, sigma,
                     nKNL, Xeon_speed, KNL_speed, workStealing, info_name);
    if (info == NULL) return;
    info->comm = icomm;
    info->crew = MPI_COMM_NULL;
}
#ifdef __cplusplus
static inline void DLS_Parameters_Setup(MPI_Comm icomm, infoDLS* info, int numProcs, int requestWhen, int breakAfter,
                                        int minChunk, double h_overhead, double sigma, int nKNL, double Xeon_speed,
                                        double KNL_speed, int workStealing = 1, const char* info_name = "loop") {
    scrump_dls_parameters(icomm, info, numProcs, requestWhen, breakAfter, minChunk, h_overhead, sigma, nKNL, Xeon_speed,
                          KNL_speed, workStealing, info_name);
}
#else
#define DLS_Parameters_Setup(...) SCRUMP_DLS_PARAMETERS(__VA_ARGS__, 1, "loop", 0)
#define SCRUMP_DLS_PARAMETERS(comm, info, ranks, request, after, least, h, sigma, nKNL, Xeon, KNL, steals, name, ...) \
    scrump_dls_parameters(comm, info, ranks, request, after, least, h, sigma, nKNL, Xeon, KNL, steals, name)
#endif

/* Configures a loop by LB4MPI's usual parameters. */
static inline void DLS_Setup(MPI_Comm icomm, infoDLS* info) {
    int ranks = 0;
    MPI_Comm_size(icomm, &ranks);
    scrump_dls_parameters(icomm, info, ranks, -1, -1, ranks, 2e-4, 1e-4, 0, 1, 1, 1, "loop");
}

/* Configures two nested loops. All ranks but the coordinator form crews: `outer` gives each crew iterations, the same
 * to all its ranks, which run each of them together and share the iterations of its `inner` loop. The coordinator gets
 * no iterations, unless it is alone. */
static inline void DLS_GroupSetup(MPI_Comm world, int coordinator, infoDLS* outer, infoDLS* inner) {
    int foremen = 0;
    int crew = 0;
    scrump_dls_group_setup((int)MPI_Comm_c2f(world), coordinator, outer, inner, &foremen, &crew);
    outer->comm = MPI_Comm_f2c((MPI_Fint)foremen);
    outer->crew = MPI_Comm_f2c((MPI_Fint)crew);
    inner->comm = outer->crew;
    inner->crew = MPI_COMM_NULL;
}

/* Data of which each rank has a part: as SCRUMP_DataSetup() and SCRUMP_CubicDataSetup(). */
static inline void DLS_DataSetup(infoDLS* info, void* data, void* results, MPI_Datatype oldtype, fMapPtr dMap,
                                 fMapPtr nMap) {
    SCRUMP_DataSetup(&info->loop, data, results, oldtype, dMap, nMap);
}
static inline void DLS_CubicDataSetup(infoDLS* info, void* array, int dim_x, int dim_y, int dim_z,
                                      MPI_Datatype oldtype) {
    SCRUMP_CubicDataSetup(&info->loop, array, dim_x, dim_y, dim_z, oldtype);
}

/* Begins a loop over iterations firstIter to lastIter, both included. */
void DLS_StartLoop(infoDLS* info, int firstIter, int lastIter, int method);
/* Returns 1 if all iterations of the loop were run, or given to the ranks that run them; otherwise 0. Of the outer one
 * of two loops, all ranks of a crew call it together, and DLS_StartChunk(), too. */
int DLS_Terminated(infoDLS* info);
/* Gets the next iterations: `chunkSize` of them, which may be 0, from `chunkStart` on. */
void DLS_StartChunk(infoDLS* info, int* chunkStart, int* chunkSize);
/* Reports that these iterations were run. */
void DLS_EndChunk(infoDLS* info);
/* Ends the loop, on all ranks: sets the number of iterations that this rank ran, and its time in chunks in seconds. Of
 * the outer one of two loops, iterations count for the foreman of the crew that ran them. */
void DLS_EndLoop(infoDLS* info, int* niters, double* worktime);
/* Frees the loop: before MPI is finalised, on all ranks. */
void DLS_Finalize(infoDLS* info);

/* Short name of a method, such as "AWF-B". */
char* get_DLS_ShortName(int DLS);

#ifdef __cplusplus
}
#endif

#endif

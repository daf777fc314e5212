/* scrump/lb4mpi.h by the name that LB4MPI's programs include, with what they may expect to be included with it. */
#ifndef SCRUMP_LB4MPI_DLS_H
#define SCRUMP_LB4MPI_DLS_H

#include <scrump/lb4mpi.h>

#include <stdlib.h>
#include <string.h>

#ifndef __cplusplus
#ifndef min
#define min(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef max
#define max(a, b) ((a) > (b) ? (a) : (b))
#endif
#endif

#endif

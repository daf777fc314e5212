/* Finds the number up to a million that takes the most steps to reach 1, if an even number is halved and an odd one
 * tripled and incremented: a program written for LB4MPI. Each rank knows all numbers; those that a rank has run are its
 * own to combine. */
#include <mpi.h>

#include "DLS.h"

#include <stdio.h>

static int steps_of(long long number) {
    int steps = 0;
    for (; number != 1; ++steps) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    return steps;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    infoDLS info;
    int own_most[2] = {-1, 0}; /* steps, and which number takes them */
    DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, -1, -1, 1, 1e-6, 1e-6, 0, 1, 1);
    DLS_StartLoop(&info, 1, 1000000, FAC);
    while (!DLS_Terminated(&info)) {
        int start, size;
        DLS_StartChunk(&info, &start, &size);
        for (int i = start; i < start + size; ++i) {
            const int steps = steps_of(i);
            if (steps <= own_most[0]) continue;
            own_most[0] = steps;
            own_most[1] = i;
        }
        DLS_EndChunk(&info);
    }
    int iterations;
    double seconds;
    DLS_EndLoop(&info, &iterations, &seconds);
    DLS_Finalize(&info);

    int most[2];
    MPI_Reduce(own_most, most, 1, MPI_2INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%d takes %d steps\n", most[1], most[0]);
    MPI_Finalize();
    return 0;
}

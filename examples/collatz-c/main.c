/* Finds the number up to a million that takes the most steps to reach 1, if an even number is halved and an odd one
 * tripled and incremented. Each rank has a part of the numbers; a rank that has run out steals some from another, and
 * sends back the results. */
#include <mpi.h>

#include <scrump/loops.h>

#include <stdio.h>
#include <stdlib.h>

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

    const int all = 1000000;
    const int before = (int)((long long)all * rank / ranks);
    const int own = (int)((long long)all * (rank + 1) / ranks) - before;
    int* numbers = malloc((size_t)own * sizeof *numbers);
    int* steps = malloc((size_t)own * sizeof *steps);
    for (int i = 0; i < own; ++i) numbers[i] = before + i + 1;

    infoSCRUMP info;
    SCRUMP_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, 0, 1000, 1, 0, 0, 0, 1, 1, 1, "collatz");
    SCRUMP_DataSetup(&info, numbers, steps, MPI_INT, NULL, NULL);
    SCRUMP_StartLoop(&info, 0, own - 1, SCRUMP_FAC2);
    while (!SCRUMP_Terminated(&info)) {
        int start, size;
        SCRUMP_StartChunk(&info, &start, &size);
        for (int i = start; i < start + size; ++i) steps[i] = steps_of(numbers[i]);
        SCRUMP_EndChunk(&info);
    }
    const int failed = SCRUMP_EndLoop(&info, NULL, NULL);
    SCRUMP_Free(&info);

    int own_most[2] = {-1, 0}; /* steps, and which number takes them */
    int most[2];
    for (int i = 0; i < own; ++i) {
        if (steps[i] <= own_most[0]) continue;
        own_most[0] = steps[i];
        own_most[1] = numbers[i];
    }
    MPI_Reduce(own_most, most, 1, MPI_2INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
    if (rank == 0 && !failed) printf("%d takes %d steps\n", most[1], most[0]);
    free(numbers);
    free(steps);
    MPI_Finalize();
    return failed;
}

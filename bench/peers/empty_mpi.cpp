// The least MPI program: what it costs to start processes that do nothing.

#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
}

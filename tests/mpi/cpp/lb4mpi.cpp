// A C++ program written for LB4MPI: a picture whose pixels all ranks can calculate, by each method; and an array of
// which each rank has a part.
#include <mpi.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <vector>

#include "DLS.h"

namespace {

constexpr int width = 60;
constexpr int height = 40;
constexpr int most = 200;

int steps_at(int pixel) {
    const std::complex<double> c(-2.0 + 3.0 * (pixel % width) / width, -1.0 + 2.0 * (pixel / width) / height);
    std::complex<double> z;
    int steps = 0;
    while (steps < most && std::norm(z) <= 4) {
        z = z * z + c;
        ++steps;
    }
    return steps;
}

template <class Body>
int run(infoDLS& info, int n, int method, const Body& body) {
    DLS_StartLoop(&info, 0, n - 1, method);
    while (!DLS_Terminated(&info)) {
        int start = 0;
        int size = 0;
        DLS_StartChunk(&info, &start, &size);
        for (int i = start; i < start + size; ++i) body(i);
        DLS_EndChunk(&info);
    }
    int iterations = 0;
    double seconds = 0;
    DLS_EndLoop(&info, &iterations, &seconds);
    return iterations;
}

bool is_picture_right(int ranks, int method) {
    infoDLS info;
    DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, -1, -1, std::max(1, 4 - ranks), 1e-6, 1e-6, 0, 1.0, 1.0);
    std::vector<int> picture(width * height);
    int pixels = run(info, width * height, method, [&](int pixel) { picture[pixel] += steps_at(pixel); });
    MPI_Allreduce(MPI_IN_PLACE, picture.data(), width * height, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &pixels, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    DLS_Finalize(&info);
    for (int pixel = 0; pixel < width * height; ++pixel) {
        if (picture[pixel] != steps_at(pixel)) return false;
    }
    return pixels == width * height;
}

bool is_array_right(int ranks, int rank) {
    infoDLS info;
    DLS_Parameters_Setup(MPI_COMM_WORLD, &info, ranks, -1, -1, 1, 0, 0, 0, 1.0, 1.0, 1, "array");
    std::vector<long> array(50 * rank + 1, rank);
    DLS_DataSetup(&info, array.data(), nullptr, MPI_LONG, nullptr, nullptr);
    run(info, static_cast<int>(array.size()), GSS, [&](int i) { array[i] = array[i] * 10 + 1; });
    DLS_Finalize(&info);
    return std::count(array.begin(), array.end(), 10 * rank + 1) == static_cast<long>(array.size());
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    bool right = true;
    for (int method = STATIC; method <= SimAS; ++method) right = is_picture_right(ranks, method) && right;
    right = is_array_right(ranks, rank) && right;
    if (!right) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}

// The product of two matrices by quarters: three of each four are spawned.

#include "matmul.hpp"
#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>
#include "memusage.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

static size_t thread_count = std::thread::hardware_concurrency() / 2;

static void matmul(scrump::Fork fork, int* a, int* b, int* c, int n, int N) {
    if (n <= 32) {
        // Base case: Use simple triple-loop multiplication for small matrices
        matmul_small(a, b, c, n, N);
        return;
    }
    // Recursive case: Divide the matrices into 4 submatrices and multiply them
    const int k = n / 2;

    // Split the execution into 2 sections to ensure output locations are not
    // written in parallel. Where nothing is stolen, the call runs first, and the
    // newest of the others next: so ordered, each shares a matrix with the one
    // before.
    {
        auto fourth = fork.spawn<matmul>(a, b + k, c + k, k, N);
        auto third = fork.spawn<matmul>(a, b, c, k, N);
        auto second = fork.spawn<matmul>(a + k * N, b, c + k * N, k, N);
        fork.call<matmul>(a + k * N, b + k, c + k * N + k, k, N);
        fork.sync(second);
        fork.sync(third);
        fork.sync(fourth);
    }
    auto fourth = fork.spawn<matmul>(a + k * N + k, b + k * N + k, c + k * N + k, k, N);
    auto third = fork.spawn<matmul>(a + k * N + k, b + k * N, c + k * N, k, N);
    auto second = fork.spawn<matmul>(a + k, b + k * N, c, k, N);
    fork.call<matmul>(a + k, b + k * N + k, c + k, k, N);
    fork.sync(second);
    fork.sync(third);
    fork.sync(fourth);
}

static std::vector<int> run_matmul(const scrump::TaskOptions& options, int N) {
    const auto elements = static_cast<size_t>(N) * static_cast<size_t>(N);
    std::vector<int> A(elements, 1);
    std::vector<int> B(elements, 1);
    std::vector<int> C(elements, 0);

    int* a = A.data();
    int* b = B.data();
    int* c = C.data();
    scrump::run_tasks<matmul>(options, a, b, c, N, N);
    return C;
}

static void validate_result(const std::vector<int>& C, int N) {
    const int* c = C.data();
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            auto res = c[i * N + j];
            if (res != N) {
                std::printf("Wrong result at (%d,%d) : %d. expected %d\n", i, j, res, N);
                std::fflush(stdout);
                std::terminate();
            }
        }
    }
}

static void run_one(const scrump::TaskOptions& options, int N) {
    auto startTime = std::chrono::high_resolution_clock::now();
    const std::vector<int> result = run_matmul(options, N);
    auto endTime = std::chrono::high_resolution_clock::now();
    validate_result(result, N);
    auto totalTimeUs = std::chrono::duration_cast<std::chrono::microseconds>(endTime - startTime);
    std::printf("  - matrix_size: %d\n", N);
    std::printf("    duration: %zu us\n", static_cast<size_t>(totalTimeUs.count()));
    std::printf("    max_rss: %ld KiB\n", peak_memory_usage());
}

int main(int argc, char* argv[]) {
    if (argc > 2) {
        thread_count = static_cast<size_t>(atoi(argv[2]));
    }
    if (argc < 2) {
        printf("Usage: matmul <matrix size (power of 2)>\n");
        exit(0);
    }
    int n = atoi(argv[1]);
    std::printf("threads: %zu\n", thread_count);
    return scrump::run_in_session([n](scrump::Session& session) {
        const scrump::TaskOptions options{.workers = static_cast<unsigned>(thread_count), .session = &session};
        run_matmul(options, n);  // warmup

        std::printf("runs:\n");
        run_one(options, n);
    });
}

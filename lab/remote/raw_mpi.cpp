// scrump_remote_mpi: what scrump_remote times, by MPI alone, between two processes that do nothing else: messages to
// and fro; atomics on a window that both share; and MPI's one-sided operations, where asked for, as few of its
// implementations carry them out without the target's help.

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "options.hpp"
#include "sampling.hpp"

namespace scrump::remote_bench {
namespace {

using Word = std::uint64_t;

constexpr std::size_t words = 1024;
constexpr int ping = 1;
constexpr int stop = 2;

class Peer {
  public:
    explicit Peer(const Options& options) : options_(options) { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

    void run(bool one_sided) {
        exchange_messages();
        share_memory();
        if (one_sided) use_one_sided();
        if (rank_ == 0) options_.print(rows_);
    }

  private:
    template <class Work>
    void time(const char* way, const char* operation, unsigned outstanding, const Work& work) {
        rows_.push_back(sample({.way = way, .operation = operation, .outstanding = outstanding, .nanoseconds = {}},
                               options_.sampling, work));
    }

    // Rank 1 sends each word back, until it is told to stop.
    void exchange_messages() {
        if (rank_ == 1) return echo();
        for (const unsigned outstanding : options_.outstanding) {
            std::vector<Word> buffers(outstanding);
            std::vector<MPI_Request> requests(outstanding, MPI_REQUEST_NULL);
            time("MPI_Send, MPI_Recv", "round trip of 8 bytes", outstanding, [&](std::size_t operations) {
                std::size_t next = 0;
                for (std::size_t i = 0; i < operations; ++i) {
                    MPI_Wait(&requests[next], MPI_STATUS_IGNORE);
                    MPI_Irecv(&buffers[next], 1, MPI_UINT64_T, 1, ping, MPI_COMM_WORLD, &requests[next]);
                    const Word word = i;
                    MPI_Send(&word, 1, MPI_UINT64_T, 1, ping, MPI_COMM_WORLD);
                    if (++next == outstanding) next = 0;
                }
                MPI_Waitall(static_cast<int>(outstanding), requests.data(), MPI_STATUSES_IGNORE);
            });
        }
        MPI_Send(nullptr, 0, MPI_UINT64_T, 1, stop, MPI_COMM_WORLD);
    }

    static void echo() {
        while (true) {
            Word word = 0;
            MPI_Status status;
            MPI_Recv(&word, 1, MPI_UINT64_T, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            if (status.MPI_TAG == stop) return;
            MPI_Send(&word, 1, MPI_UINT64_T, 0, ping, MPI_COMM_WORLD);
        }
    }

    void share_memory() {
        MPI_Comm host = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
        int size = 0;
        MPI_Comm_size(host, &size);
        if (size == 2) share_memory_of(host);
        MPI_Comm_free(&host);
    }

    void share_memory_of(MPI_Comm host) {
        Word* own = nullptr;
        MPI_Win window = MPI_WIN_NULL;
        MPI_Win_allocate_shared(words * sizeof(Word), sizeof(Word), MPI_INFO_NULL, host, &own, &window);
        for (std::size_t i = 0; i < words; ++i) own[i] = 0;
        MPI_Barrier(host);
        if (rank_ == 0) {
            MPI_Aint bytes = 0;
            int unit = 0;
            Word* theirs = nullptr;
            MPI_Win_shared_query(window, 1, &bytes, &unit, static_cast<void*>(&theirs));
            std::size_t swaps = 0;
            time("MPI_Win_allocate_shared, atomics", "compare_and_swap", 1, [&](std::size_t operations) {
                for (std::size_t i = 0; i < operations; ++i, ++swaps) {
                    Word seen = swaps / words;
                    std::atomic_ref(theirs[swaps % words]).compare_exchange_strong(seen, seen + 1);
                }
            });
        }
        MPI_Barrier(host);
        MPI_Win_free(&window);
    }

    void use_one_sided() {
        Word* own = nullptr;
        MPI_Win window = MPI_WIN_NULL;
        MPI_Win_allocate(words * sizeof(Word), sizeof(Word), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
        for (std::size_t i = 0; i < words; ++i) own[i] = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
        if (rank_ == 0) {
            for (const unsigned outstanding : options_.outstanding) time_one_sided(window, outstanding);
        }
        MPI_Win_unlock_all(window);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_free(&window);
    }

    // So many are begun before they are waited for.
    void time_one_sided(MPI_Win window, unsigned outstanding) {
        constexpr const char* way = "MPI one-sided";
        std::vector<Word> results(outstanding);
        const auto repeat = [&](std::size_t operations, const auto& begin) {
            for (std::size_t i = 0; i < operations;) {
                for (unsigned j = 0; j < outstanding; ++j, ++i) begin(i % words, results[j]);
                MPI_Win_flush(1, window);
            }
        };
        const Word one = 1;
        time(way, "get", outstanding, [&](std::size_t operations) {
            repeat(operations, [&](std::size_t at, Word& result) {
                MPI_Get(&result, 1, MPI_UINT64_T, 1, static_cast<MPI_Aint>(at), 1, MPI_UINT64_T, window);
            });
        });
        time(way, "put", outstanding, [&](std::size_t operations) {
            repeat(operations, [&](std::size_t at, Word&) {
                MPI_Put(&one, 1, MPI_UINT64_T, 1, static_cast<MPI_Aint>(at), 1, MPI_UINT64_T, window);
            });
        });
        time(way, "fetch_add", outstanding, [&](std::size_t operations) {
            repeat(operations, [&](std::size_t at, Word& result) {
                MPI_Fetch_and_op(&one, &result, MPI_UINT64_T, 1, static_cast<MPI_Aint>(at), MPI_SUM, window);
            });
        });
        time(way, "compare_and_swap", outstanding, [&](std::size_t operations) {
            repeat(operations, [&](std::size_t at, Word& result) {
                MPI_Compare_and_swap(&one, &one, &result, MPI_UINT64_T, 1, static_cast<MPI_Aint>(at), window);
            });
        });
    }

    const Options& options_;
    int rank_ = 0;
    std::vector<Row> rows_;
};

}  // namespace
}  // namespace scrump::remote_bench

int main(int argc, char** argv) {
    CLI::App app{"What scrump_remote times, by MPI alone: for two processes"};
    scrump::remote_bench::Options options;
    bool one_sided = false;
    options.declare(app);
    app.add_flag("--one-sided", one_sided, "MPI's one-sided operations, too");
    CLI11_PARSE(app, argc, argv);
    MPI_Init(&argc, &argv);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 2) scrump::remote_bench::Peer(options).run(one_sided);
    MPI_Finalize();
    return size == 2 ? 0 : 2;
}

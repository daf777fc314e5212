#include "peers/fork_join.hpp"

#include <scrump/problems/fork_join/fib.hpp>
#include <scrump/problems/fork_join/queens.hpp>
#include <scrump/problems/fork_join/quicksort.hpp>
#include <scrump/problems/fork_join/uts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace scrump::peers {
namespace {

std::vector<ForkJoinPeer> peers() {
    std::vector<ForkJoinPeer> all;
#if SCRUMP_BENCH_TBB
    all.push_back(one_tbb_fork_join());
#endif
#if SCRUMP_BENCH_OPENMP
    all.push_back(openmp_fork_join());
#endif
    return all;
}

// Calls `check(peer, workers)` for all peers that there are.
template <class Check>
void with_all_peers(Check&& check) {
    for (const ForkJoinPeer& peer : peers()) {
        for (const unsigned workers : {1U, 2U, 3U}) {
            SCOPED_TRACE(::testing::Message() << peer.name << ", " << workers << " workers");
            check(peer, workers);
        }
    }
}

TEST(ForkJoinPeers, HaveTheTwinsFibonacciNumbers) {
    with_all_peers([](const ForkJoinPeer& peer, unsigned workers) {
        for (const unsigned n : {0U, 1U, 2U, 15U}) EXPECT_EQ(peer.fib(n, workers), fork_join::fib_by_hand(n)) << n;
    });
}

TEST(ForkJoinPeers, PlaceAsManyQueensAsTheTwin) {
    with_all_peers([](const ForkJoinPeer& peer, unsigned workers) {
        for (const unsigned size : {1U, 2U, 3U, 8U})
            EXPECT_EQ(peer.queens(size, workers), fork_join::queens_by_hand(size)) << size;
    });
}

TEST(ForkJoinPeers, MeasureTheTwinsTrees) {
    const uts::Tree geometric{.profile = uts::Profile::cyclic, .b0 = 3, .max_depth = 4, .seed = 3};
    const uts::Tree binomial{.law = uts::Law::binomial, .b0 = 50, .q = 0.19, .m = 5, .seed = 2};
    const uts::Tree flat{.law = uts::Law::balanced, .max_depth = 1};
    with_all_peers([&](const ForkJoinPeer& peer, unsigned workers) {
        for (const uts::Tree& tree : {geometric, binomial, flat})
            EXPECT_EQ(peer.uts(tree, workers), fork_join::uts_by_hand(tree)) << tree.b0;
    });
}

TEST(ForkJoinPeers, MultiplyAsTheFactorsSay) {
    with_all_peers([](const ForkJoinPeer& peer, unsigned workers) {
        for (const unsigned size : {1U, 3U, 21U, 64U}) {
            fork_join::Product product(size);
            peer.multiply(product, workers);
            EXPECT_EQ(product.sum(), product.expected_sum()) << size;
        }
    });
}

TEST(ForkJoinPeers, SortAllNumbers) {
    with_all_peers([](const ForkJoinPeer& peer, unsigned workers) {
        for (const std::size_t count : {0U, 1U, 65U, 10'000U}) {
            std::vector<std::int32_t> numbers = fork_join::numbers_to_sort(count);
            std::vector<std::int32_t> expected = numbers;
            std::ranges::sort(expected);
            peer.quicksort(numbers, workers);
            EXPECT_EQ(numbers, expected) << count;
        }
    });
}

}  // namespace
}  // namespace scrump::peers

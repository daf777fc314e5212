#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace scrump::detail {
namespace {

TEST(Spmd, EachWorkerOfEachLocalityIsCalledOnce) {
    std::mutex mutex;
    std::multiset<std::tuple<unsigned, unsigned>> called;
    const Status status = run_on_all_workers({.workers = 3, .localities = 2}, {}, [&](const SpmdWorker& self) {
        const std::lock_guard lock(mutex);
        called.emplace(self.locality, self.index);
        EXPECT_EQ(self.localities, 2U);
        EXPECT_EQ(self.workers, 3U);
        EXPECT_TRUE(self.arrays.empty());
    });
    EXPECT_EQ(status, Status::complete);
    EXPECT_EQ(called, (std::multiset<std::tuple<unsigned, unsigned>>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
}

TEST(Spmd, ArraysAreApartAndZeroAtFirst) {
    Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
    for (int run = 0; run < 2; ++run) {
        run_on_all_workers({.workers = 1, .localities = 2, .session = &session}, {{"one", 3}, {"other", 5}},
                           [](const SpmdWorker& self) {
                               RemoteAccess& one = *self.arrays.at(0);
                               RemoteAccess& other = *self.arrays.at(1);
                               EXPECT_EQ(one.words(), 3U);
                               EXPECT_EQ(other.words(), 5U);
                               const unsigned next = 1 - self.locality;
                               EXPECT_EQ(one.fetch_add(next, 2, 7).wait(), 0U);
                               EXPECT_EQ(other.get(next, 2).wait(), 0U);
                               EXPECT_EQ(one.get(next, 2).wait(), 7U);
                           });
    }
}

TEST(Spmd, AnArrayThatIsTooLargeIsNamed) {
    for (const unsigned bits : {60U, 58U, 62U}) {
        const std::size_t words = std::size_t{1} << bits;
        const std::string said = test::message_of<std::bad_alloc>([&] {
            run_on_all_workers({.workers = 1, .localities = 8}, {{"small", 3}, {"big", words}},
                               [](const SpmdWorker&) {});
        });
        EXPECT_NE(said.find("remote array 'big', " + std::to_string(words) + " words"), std::string::npos) << said;
    }
}

TEST(Spmd, AnExceptionIsThrownToTheCaller) {
    EXPECT_THROW(run_on_all_workers({.workers = 2, .localities = 2}, {},
                                    [](const SpmdWorker& self) {
                                        if (self.locality == 1 && self.index == 1) throw std::range_error("here");
                                    }),
                 std::range_error);
}

TEST(Spmd, WhoIsCancelledLearnsItFromTheMemory) {
    std::stop_source stop;
    const Status status = run_on_all_workers({.workers = 2, .localities = 2, .stop = stop.get_token()}, {{"any", 1}},
                                             [&](const SpmdWorker& self) {
                                                 stop.request_stop();
                                                 while (!self.arrays[0]->ending()) std::this_thread::yield();
                                             });
    EXPECT_EQ(status, Status::cancelled);
}

}  // namespace
}  // namespace scrump::detail

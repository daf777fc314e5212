#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/runtime/session.hpp>

#include "remote_programs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace scrump::test {

using namespace detail;
namespace {

using Word = Window::Word;

std::string name_of_mode(const testing::TestParamInfo<AccessMode>& tested) {
    return tested.param == AccessMode::direct ? "direct" : "messages";
}

// Localities whose workers and serving threads are all played by the test's own thread.
class RemoteArrayByHand : public testing::TestWithParam<AccessMode> {
  protected:
    static constexpr unsigned localities = 3;
    static constexpr std::size_t words = 16;

    RemoteArrayByHand() {
        for (unsigned self = 0; self < localities; ++self) {
            memories_.push_back(std::make_unique<RemoteMemory>(network_.endpoint(self), 2, network_.events()));
            arrays_.push_back(&memories_.back()->open("by hand", words));
        }
    }

    bool direct() const { return GetParam() == AccessMode::direct; }
    RemoteArray& array(unsigned locality) { return *arrays_[locality]; }
    RemoteAccess& access(unsigned locality = 0, unsigned worker = 0) { return array(locality).access(worker); }
    // Until nothing is on its way.
    void serve() {
        bool busy = true;
        while (busy) {
            busy = false;
            for (const auto& memory : memories_) busy |= memory->serve();
            for (unsigned self = 0; self < localities; ++self) EXPECT_FALSE(network_.endpoint(self).receive());
            for (const auto& memory : memories_) busy |= memory->awaits_reply();
        }
    }
    Word word(unsigned locality, std::size_t index) { return array(locality).own()[index]; }

    InProcessNetwork network_{Topology::one_host(localities), GetParam()};
    std::vector<std::unique_ptr<RemoteMemory>> memories_;
    std::vector<RemoteArray*> arrays_;
};

INSTANTIATE_TEST_SUITE_P(AccessModes, RemoteArrayByHand, testing::Values(AccessMode::direct, AccessMode::messages),
                         name_of_mode);

TEST_P(RemoteArrayByHand, OperationsAreDoneAtOnceOrWhenServed) {
    RemoteAccess& self = access();
    EXPECT_EQ(self.owners(), localities);
    EXPECT_EQ(self.words(), words);
    const std::vector<Word> values = {5, 6, 7};
    std::vector<Word> to(4, 99);
    RemoteHandle put = self.put(1, 13, values);
    RemoteHandle get = self.get(1, 12, to);
    RemoteHandle one = self.get(1, 14);
    RemoteHandle swapped = self.compare_and_swap(1, 13, 5, 50);
    RemoteHandle refused = self.compare_and_swap(1, 13, 5, 51);
    RemoteHandle added = self.fetch_add(1, 14, ~Word{0});
    EXPECT_EQ(get.done(), direct());
    EXPECT_EQ(added.done(), direct());
    EXPECT_TRUE(self.get(0, 0).done()) << "one's own words are always near";
    serve();
    for (RemoteHandle* const handle : {&put, &get, &one, &swapped, &refused, &added}) EXPECT_TRUE(handle->done());
    EXPECT_EQ(to, (std::vector<Word>{0, 5, 6, 7}));
    EXPECT_EQ(one.wait(), 6U);
    EXPECT_EQ(swapped.wait(), 5U);
    EXPECT_EQ(refused.wait(), 50U);
    EXPECT_EQ(added.wait(), 6U);
    EXPECT_EQ(word(1, 13), 50U);
    EXPECT_EQ(word(1, 14), 5U);
    EXPECT_EQ(word(2, 13), 0U);
    self.fence();
}

TEST_P(RemoteArrayByHand, AnOwnerGetsOneMessageForAllThatIsAskedOfIt) {
    constexpr Word each = 64;
    std::vector<RemoteHandle> handles;
    for (Word i = 0; i < each; ++i) {
        handles.push_back(access(0, 0).fetch_add(1, 3, 1));
        handles.push_back(access(0, 1).fetch_add(1, 4, 2));
        access(0, 0).put(2, i % words, i);
    }
    memories_[0]->serve();
    EXPECT_EQ(array(0).sent().messages, direct() ? 0 : 2U);
    EXPECT_EQ(array(0).sent().operations, direct() ? 0 : 3 * each);
    EXPECT_EQ(memories_[0]->awaits_reply(), !direct());
    serve();
    for (std::size_t i = 0; i < handles.size(); ++i) EXPECT_EQ(handles[i].wait(), i / 2 * (i % 2 + 1));
    EXPECT_EQ(word(1, 3), each);
    EXPECT_EQ(word(1, 4), 2 * each);
    EXPECT_EQ(word(2, words - 1), each - 1);
    EXPECT_FALSE(memories_[0]->awaits_reply());
}

TEST_P(RemoteArrayByHand, AHandleMayBeDroppedOrMoved) {
    for (int round = 0; round < 3; ++round) {
        RemoteHandle kept;
        EXPECT_FALSE(kept.done());
        for (int i = 0; i < 100; ++i) kept = access().fetch_add(1, 0, 1);
        const RemoteHandle moved = std::move(kept);
        serve();
    }
    EXPECT_EQ(word(1, 0), 300U);
    RemoteHandle last = access().get(1, 0);
    RemoteHandle moved(std::move(last));
    EXPECT_FALSE(last.done());  // NOLINT(bugprone-use-after-move)
    serve();
    EXPECT_EQ(moved.wait(), 300U);
}

TEST_P(RemoteArrayByHand, WhatIsBeyondIsRefusedAndNamed) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    std::vector<Word> some(3);
    const auto refused = [](const std::function<void()>& operation) -> std::string {
        try {
            operation();
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    };
    RemoteAccess& self = access();
    const std::string beyond = "remote array 'by hand': word 16 of locality 1, which has 16";
    EXPECT_EQ(refused([&] { self.get(1, words); }), beyond);
    EXPECT_EQ(refused([&] { self.put(1, words, 1); }), beyond);
    EXPECT_EQ(refused([&] { self.compare_and_swap(1, words, 0, 1); }), beyond);
    EXPECT_EQ(refused([&] { self.fetch_add(1, words, 1); }), beyond);
    EXPECT_EQ(refused([&] { self.get(0, 14, some); }),
              "remote array 'by hand': words 14 to 16 of locality 0, which has 16");
    EXPECT_EQ(refused([&] { self.put(2, 14, some); }),
              "remote array 'by hand': words 14 to 16 of locality 2, which has 16");
    EXPECT_EQ(refused([&] { self.get(1, 13, some); }), "nothing");
    EXPECT_NE(refused([&] { self.get(1, most, some); }), "nothing");
    EXPECT_NE(refused([&] { self.get(1, most); }), "nothing");
    EXPECT_EQ(refused([&] { self.get(localities, 0); }), "remote array 'by hand': locality 3 of 3");
    serve();
}

TEST_P(RemoteArrayByHand, NothingIsDoneAfterTheEnd) {
    std::vector<RemoteHandle> handles;
    {
        std::vector<Word> to(words);
        handles.push_back(access().get(1, 0, to));
    }  // where the words were to go is not there any more
    for (const auto& memory : memories_) memory->end();
    EXPECT_TRUE(access().ending());
    handles.push_back(access().compare_and_swap(1, 0, 0, 1));
    for (RemoteHandle& handle : handles) {
        EXPECT_EQ(handle.wait(), 0U);
        EXPECT_EQ(handle.done(), direct());
    }
    access().fence();
    serve();
    EXPECT_EQ(word(1, 0), direct() ? 1U : 0U);
}

TEST(RemoteArray, TheOwnerKnowsItsOwnBounds) {
    InProcessNetwork network(Topology::apart(2), AccessMode::messages);
    RemoteMemory large(network.endpoint(0), 1, network.events());
    RemoteMemory small(network.endpoint(1), 1, network.events());
    RemoteAccess& asker = large.open("disputed", 16).access(0);
    RemoteArray& owner = small.open("disputed", 8);
    asker.put(1, 7, 1);
    asker.put(1, 8, 1);
    large.serve();
    try {
        network.endpoint(1).receive();
        ADD_FAILURE() << "served";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "locality 0 asks for what cannot be done: window 0 of locality 1: words 8 to 8 of 8");
    }
    EXPECT_EQ(owner.own()[7], 1U);
    EXPECT_EQ(owner.own().size(), 8U);
}

TEST(RemoteArray, NobodyWaitsBeyondTheEnd) {
    InProcessNetwork network(Topology::apart(2), AccessMode::messages);
    std::vector<std::unique_ptr<RemoteMemory>> memories;
    for (unsigned self = 0; self < 2; ++self)
        memories.push_back(std::make_unique<RemoteMemory>(network.endpoint(self), 2, network.events()));
    RemoteArray& array = memories[0]->open("of two", 1);
    memories[1]->open("of two", 1);
    std::atomic<unsigned> waiting = 0;
    std::vector<std::jthread> threads;
    for (const bool fences : {false, true}) {
        threads.emplace_back([&array, &waiting, fences] {
            RemoteAccess& self = array.access(fences ? 1 : 0);
            RemoteHandle handle = self.fetch_add(1, 0, 1);
            ++waiting;
            if (fences) {
                self.fence();
            } else {
                handle.wait();
            }
            EXPECT_TRUE(self.ending()) << "came back before";
            EXPECT_FALSE(handle.done());
        });
    }
    while (waiting < 2) std::this_thread::yield();
    memories[0]->end();
}

// Who asks faster than the owner answers waits for it, once very much is under way.
TEST(RemoteArray, WhatNobodyWaitsForIsNoMoreThanMemoryHolds) {
    Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
    run_program({.workers = 1, .localities = 2, .session = &session}, 2, [](RemoteProgram& self) {
        for (int i = 0; i < 20'000; ++i) self.array().fetch_add(1, 1, 1);
        self.meet();
        EXPECT_EQ(self.array().get(1, 1).wait(), 40'000U);  // which is near for one of the two
        self.meet();
    });
}

class RemotePrograms : public testing::TestWithParam<AccessMode> {
  protected:
    void for_all_shapes(const std::function<void(const Settings&)>& program) {
        for (unsigned localities = 1; localities <= 4; ++localities) {
            for (const unsigned workers : {1U, 2U, 4U}) {
                SCOPED_TRACE(std::to_string(localities) + " localities of " + std::to_string(workers));
                program({.workers = workers, .localities = localities, .session = &session_});
            }
        }
    }

    Session session_{std::make_unique<GroupOfOne>(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(AccessModes, RemotePrograms, testing::Values(AccessMode::direct, AccessMode::messages),
                         name_of_mode);

TEST_P(RemotePrograms, NoAdditionIsLostAndEachComesInItsTurn) {
    for (const std::size_t outstanding : {1U, 7U, 64U}) {
        for_all_shapes([&](const Settings& settings) { add_with_outstanding(settings, outstanding); });
    }
}

TEST_P(RemotePrograms, AListIsBuiltBySwaps) {
    for_all_shapes(push_onto_a_list);
}

TEST_P(RemotePrograms, ALockExcludes) {
    for_all_shapes(count_under_a_lock);
}

TEST_P(RemotePrograms, WhatIsPutIsGot) {
    for_all_shapes(exchange_pieces);
}

TEST_P(RemotePrograms, ARunEndsWhateverIsUnderWay) {
    for_all_shapes(fail_meanwhile);
}

TEST_P(RemotePrograms, ToReachBeyondEndsTheRun) {
    for_all_shapes(reach_beyond);
}

}  // namespace
}  // namespace scrump::test

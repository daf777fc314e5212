#include <scrump/net/detail/in_process.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <utility>

namespace scrump::detail {
namespace {

using Word = Window::Word;

// Localities in one process, each with the same windows.
class WindowTest : public testing::TestWithParam<AccessMode> {
  protected:
    explicit WindowTest(unsigned localities = 3) : network(Topology::one_host(localities), GetParam()) {}

    std::vector<std::unique_ptr<Window>> open(std::size_t words) {
        std::vector<std::unique_ptr<Window>> windows;
        for (unsigned i = 0; i < network.here(); ++i) windows.push_back(network.endpoint(i).open_window(words));
        return windows;
    }
    // Lets all localities serve each other until nothing is on its way.
    void wait_for_replies() {
        for (int round = 0; round < 4; ++round) {
            for (unsigned i = 0; i < network.here(); ++i) EXPECT_FALSE(network.endpoint(i).receive());
        }
    }

    InProcessNetwork network;
};

// Where an operation's outcome goes.
struct Outcome {
    bool there = false;
    std::vector<Word> words;

    Window::Then keep() {
        return [this](std::span<const Word> got) {
            there = true;
            words.assign(got.begin(), got.end());
        };
    }
};

TEST_P(WindowTest, TheFourOperations) {
    const auto windows = open(20);
    EXPECT_EQ(windows[0]->words(), 20U);
    Outcome zeros, put, got, swapped, refused, added, after;
    windows[0]->execute(1, RemoteOperations().get(0, 20), zeros.keep());
    const Word values[] = {5, 6, 7};
    windows[0]->execute(1, RemoteOperations().put(17, values), put.keep());
    windows[0]->execute(1, RemoteOperations().get(17, 3), got.keep());
    windows[0]->execute(1, RemoteOperations().compare_and_swap(17, 5, 50), swapped.keep());
    windows[0]->execute(1, RemoteOperations().compare_and_swap(17, 5, 51), refused.keep());
    windows[0]->execute(1, RemoteOperations().fetch_add(18, ~Word{0}), added.keep());
    windows[0]->execute(1, RemoteOperations().get(17, 2), after.keep());
    EXPECT_EQ(zeros.there, GetParam() == AccessMode::direct);
    wait_for_replies();
    EXPECT_EQ(zeros.words, std::vector<Word>(20));
    EXPECT_TRUE(put.there);
    EXPECT_TRUE(put.words.empty());
    EXPECT_EQ(got.words, (std::vector<Word>{5, 6, 7}));
    EXPECT_EQ(swapped.words, std::vector<Word>{5});
    EXPECT_EQ(refused.words, std::vector<Word>{50});
    EXPECT_EQ(added.words, std::vector<Word>{6});
    EXPECT_EQ(after.words, (std::vector<Word>{50, 5}));
    EXPECT_EQ(windows[1]->direct(1)[18], 5U);
    EXPECT_EQ(windows[2]->direct(2)[18], 0U);
}

TEST_P(WindowTest, OnesOwnWordsAreAlwaysDirect) {
    const auto windows = open(2);
    *windows[1]->direct(1) = 7;
    Outcome own;
    windows[1]->execute(1, RemoteOperations().get(0, 2), own.keep());
    EXPECT_EQ(own.words, (std::vector<Word>{7, 0}));
    EXPECT_EQ(windows[0]->direct(1) != nullptr, GetParam() == AccessMode::direct);
}

TEST_P(WindowTest, ARequestMayBeAheadOfItsWindow) {
    std::unique_ptr<Window> early = network.endpoint(0).open_window(1);
    Outcome added;
    early->execute(1, RemoteOperations().fetch_add(0, 3), added.keep());
    EXPECT_FALSE(network.endpoint(1).receive());
    const std::unique_ptr<Window> late = network.endpoint(1).open_window(1);
    EXPECT_FALSE(network.endpoint(0).receive());
    EXPECT_EQ(added.words, std::vector<Word>{0});
    EXPECT_EQ(*late->direct(1), 3U);
    early.reset();
    const std::unique_ptr<Window> last = network.endpoint(2).open_window(1);
    EXPECT_EQ(*last->direct(2), 0U);
}

TEST_P(WindowTest, NothingIsCalledAfterClosing) {
    auto windows = open(1);
    const auto others = open(1);
    bool called = false;
    bool other_called = false;
    windows[0]->execute(1, RemoteOperations().get(0, 1), [&](auto) { called = true; });
    windows[0]->execute(2, RemoteOperations().fetch_add(0, 1), [&](auto) { windows[0].reset(); });
    others[0]->execute(1, RemoteOperations().get(0, 1), [&](auto) { other_called = true; });
    called = false;
    if (windows[0]) {
        EXPECT_FALSE(network.endpoint(2).receive());
        EXPECT_FALSE(network.endpoint(0).receive());
    }
    EXPECT_FALSE(windows[0]);
    wait_for_replies();
    EXPECT_FALSE(called);
    EXPECT_TRUE(other_called);
}

TEST_P(WindowTest, WindowsAreApart) {
    const auto first = open(1);
    const auto second = open(1);
    first[0]->execute(2, RemoteOperations().fetch_add(0, 1), [](auto) {});
    second[1]->execute(2, RemoteOperations().fetch_add(0, 10), [](auto) {});
    wait_for_replies();
    EXPECT_EQ(*first[2]->direct(2), 1U);
    EXPECT_EQ(*second[2]->direct(2), 10U);
}

// One locality's part: so many additions to one word and so many successful swaps of another.
class Contender {
  public:
    Contender(Transport& transport, int each) : transport_(transport), each_(each), window_(transport.open_window(2)) {}

    void run(std::atomic<unsigned>& finished) {
        for (int i = 0; i < each_; ++i)
            window_->execute(0, RemoteOperations().fetch_add(0, 1), [this](auto) { ++added_; });
        bool done = false;
        while (finished < transport_.size()) {
            if (swapped_ < each_ && !std::exchange(asked_, true)) swap();
            EXPECT_FALSE(transport_.receive());
            if (!done && added_ == each_ && swapped_ == each_) {
                done = true;
                ++finished;
            }
            if (done || asked_) std::this_thread::yield();
        }
    }
    Word own(std::size_t index) { return window_->direct(transport_.self())[index]; }

  private:
    void swap() {
        window_->execute(1, RemoteOperations().compare_and_swap(1, seen_, seen_ + 1),
                         [this](std::span<const Word> before) {
                             swapped_ += before[0] == seen_ ? 1 : 0;
                             seen_ = before[0] == seen_ ? seen_ + 1 : before[0];
                             asked_ = false;
                         });
    }

    Transport& transport_;
    const int each_;
    std::unique_ptr<Window> window_;
    int added_ = 0;
    int swapped_ = 0;
    bool asked_ = false;
    Word seen_ = 0;
};

TEST_P(WindowTest, CountsAreExactUnderContention) {
    constexpr int each = 2000;
    std::vector<std::unique_ptr<Contender>> contenders;
    for (unsigned i = 0; i < network.here(); ++i) {
        contenders.push_back(std::make_unique<Contender>(network.endpoint(i), each));
    }
    std::atomic<unsigned> finished = 0;
    {
        std::vector<std::jthread> threads;
        for (const auto& contender : contenders) threads.emplace_back([&] { contender->run(finished); });
    }
    EXPECT_EQ(contenders[0]->own(0), Word{each} * network.here());
    EXPECT_EQ(contenders[1]->own(1), Word{each} * network.here());
}

INSTANTIATE_TEST_SUITE_P(AccessModes, WindowTest, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const auto& tested) { return tested.param == AccessMode::direct ? "Direct" : "Messages"; });

}  // namespace
}  // namespace scrump::detail

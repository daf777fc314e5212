// Windows between processes: direct on one host, by messages where SCRUMP_NET says so.

#include "session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace scrump::test {

using namespace detail;
namespace {

using Word = Window::Word;

// A run with a window, served until all processes have done what they wanted of each other.
class WindowsOfAll : public testing::Test {
  protected:
    template <class Done>
    void serve_until_all(const Done& done) {
        const std::uint32_t tag = ++steps_;
        bool told = false;
        serve_until(
            *network,
            [&] {
                if (done() && !std::exchange(told, true)) {
                    for (unsigned to = 0; to < size(); ++to) transport.send(to, tag, {});
                }
                return finished_[tag] == size();
            },
            [&](const Message& message) { ++finished_[message.tag]; });
    }
    unsigned size() const { return transport.size(); }
    unsigned self() const { return transport.self(); }

    std::unique_ptr<Network> network = session().group().connect(1);
    Transport& transport = network->endpoint(0);

  private:
    std::uint32_t steps_ = 0;
    std::map<std::uint32_t, unsigned> finished_;  // how many processes have told that a step is done
};

TEST_F(WindowsOfAll, AreReachedAsTheTopologySays) {
    const std::unique_ptr<Window> window = transport.open_window(3);
    for (unsigned other = 0; other < size(); ++other) {
        EXPECT_EQ(window->direct(other) != nullptr, other == self() || !by_messages());
        EXPECT_EQ(transport.topology().same_host(self(), other), other == self() || !by_messages());
    }
}

TEST_F(WindowsOfAll, CountsAreExactUnderContention) {
    constexpr std::size_t words = 700;  // more than a page
    const std::unique_ptr<Window> window = transport.open_window(words);
    constexpr int each = 300;
    int added = 0;
    int swapped = 0;
    Word seen = 0;
    for (int i = 0; i < each; ++i) {
        for (unsigned owner = 0; owner < size(); ++owner) {
            window->execute(owner, RemoteOperations().fetch_add(words - 1, owner + 1), [&](auto) { ++added; });
        }
    }
    std::function<void()> swap = [&] {
        window->execute(size() - 1, RemoteOperations().compare_and_swap(5, seen, seen + 1),
                        [&](std::span<const Word> before) {
                            swapped += before[0] == seen ? 1 : 0;
                            seen = before[0] == seen ? seen + 1 : before[0];
                            if (swapped < each) swap();
                        });
    };
    swap();
    serve_until_all([&] { return swapped == each && added == each * static_cast<int>(size()); });
    EXPECT_EQ(window->direct(self())[words - 1], Word{each} * size() * (self() + 1));
    EXPECT_EQ(window->direct(self())[0], 0U);
    EXPECT_EQ(window->direct(self())[5], self() + 1 == size() ? Word{each} * size() : 0U);
}

TEST_F(WindowsOfAll, PutAndGet) {
    const std::unique_ptr<Window> window = transport.open_window(std::size_t{2} * size());
    unsigned written = 0;
    const Word values[] = {self() + 10, self() + 100};
    for (unsigned owner = 0; owner < size(); ++owner) {
        window->execute(owner, RemoteOperations().put(std::size_t{2} * self(), values),
                        [&](std::span<const Word> none) {
                            EXPECT_TRUE(none.empty());
                            ++written;
                        });
    }
    serve_until_all([&] { return written == size(); });
    std::vector<std::vector<Word>> got(size());
    for (unsigned owner = 0; owner < size(); ++owner) {
        window->execute(owner, RemoteOperations().get(0, std::size_t{2} * size()),
                        [&, owner](std::span<const Word> words) { got[owner].assign(words.begin(), words.end()); });
    }
    serve_until_all(
        [&] { return std::none_of(got.begin(), got.end(), [](const auto& words) { return words.empty(); }); });
    std::vector<Word> expected;
    for (unsigned writer = 0; writer < size(); ++writer) expected.insert(expected.end(), {writer + 10, writer + 100});
    for (const std::vector<Word>& words : got) EXPECT_EQ(words, expected);
}

TEST_F(WindowsOfAll, EachWindowIsZeroWhenItIsOpened) {
    for (unsigned i = 1; i < 40; ++i) {
        const std::unique_ptr<Window> window = transport.open_window(i % 3 == 0 ? 2000 : i + 2);
        const unsigned other = (self() + i) % size();
        int mine = 0;
        window->execute(other, RemoteOperations().fetch_add(i % 3, 1),
                        [&](std::span<const Word> before) { mine = before[0] == 0 ? 1 : -1; });
        serve_until_all([&] { return mine != 0; });
        EXPECT_EQ(mine, 1);
        EXPECT_EQ(window->direct(self())[i % 3], 1U);
    }
}

// One process is done with a window before another has opened it.
TEST_F(WindowsOfAll, OpeningWaitsForNobodyLonger) {
    for (int i = 0; i < 50; ++i) {
        const std::unique_ptr<Window> window = transport.open_window(1);
        const std::unique_ptr<Window> second = transport.open_window(600);
        window->execute(0, RemoteOperations().fetch_add(0, 1), [](auto) {});
    }
    serve_until_all([] { return true; });
}

TEST(Group, KnowsItsProcesses) {
    Group& group = session().group();
    EXPECT_EQ(session().first(), session().self() == 0);
    EXPECT_LT(session().self(), session().size());
    EXPECT_EQ(group.title().rfind("rank " + std::to_string(group.self()) + " on ", 0) == 0, group.size() > 1);
    const std::vector<unsigned>& units = group.processing_units();
    EXPECT_FALSE(units.empty());
}

}  // namespace
}  // namespace scrump::test

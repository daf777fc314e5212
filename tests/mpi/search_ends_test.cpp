// Searches over MPI that end early, or do not begin: limits, stops and exceptions reach every process.

#include "mpi/session.hpp"
#include "mpi/together.hpp"
#include "search/problems.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::together;
using test::TreeGenerator;

/// A tree without end.
struct Binary {
    struct Node {
        std::uint64_t depth = 0;
    };
};
class BinaryGenerator {
  public:
    using Space = Binary;
    using Node = Binary::Node;
    BinaryGenerator(const Space&, const Node& parent) : depth_(parent.depth) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = depth_ + 1;
        return true;
    }

  private:
    std::uint64_t depth_;
    int left_ = 2;
};

TEST(MpiSearchEnd, StopsAtLimits) {
    SearchOptions options = together();
    options.depth_limit = 60;  // deeper than anybody gets
    options.node_limit = 100'000;
    EXPECT_EQ(enumerate<BinaryGenerator>(Binary{}, {}, CountNodes{}, options).status, Status::node_limit);
    options.node_limit.reset();
    options.time_limit = std::chrono::milliseconds(5);
    EXPECT_EQ(enumerate<BinaryGenerator>(Binary{}, {}, CountNodes{}, options).status, Status::time_limit);
}

// Whichever process is told to stop, all do.
TEST(MpiSearchEnd, IsCancelledFromAnywhere) {
    for (unsigned teller = 0; teller < test::session().size(); ++teller) {
        std::stop_source source;
        SearchOptions options = together();
        options.depth_limit = 60;
        options.stop = source.get_token();
        if (teller == test::session().self()) source.request_stop();
        EXPECT_EQ(enumerate<BinaryGenerator>(Binary{}, {}, CountNodes{}, options).status, Status::cancelled);
    }
}

/// A fold that throws at one node of the tree, in whatever process that is.
struct ThrowsAt {
    using Value = std::uint64_t;
    std::uint64_t label;
    Value identity() const { return 0; }
    void add(Value& value, const RandomTree::Node& node, unsigned) const {
        if (node.label == label) throw std::runtime_error("that node");
        ++value;
    }
    void merge(Value& value, Value other) const { value += other; }
};

TEST(MpiSearchEnd, AnExceptionReachesEveryProcessAndTheNextSearchRuns) {
    const RandomTree tree{.seed = 8};
    std::uint64_t last = 0;
    std::uint64_t all = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) {
        last = node.label;
        ++all;
    });
    for (int round = 0; round < 20; ++round) {
        try {
            enumerate<TreeGenerator<false>>(tree, tree.root(), ThrowsAt{last}, together(Skeleton::budget(1)));
            ADD_FAILURE() << "no exception";
        } catch (const std::exception& error) {
            EXPECT_NE(std::string(error.what()).find("that node"), std::string::npos) << error.what();
        }
        EXPECT_EQ(enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, together()).value, all);
    }
}

// An exception that says nothing is one all the same.
struct ThrowsSilently : ThrowsAt {
    void add(Value& value, const RandomTree::Node& node, unsigned) const {
        if (node.label == label) throw std::runtime_error("");
        ++value;
    }
};

TEST(MpiSearchEnd, AnExceptionWithoutAMessageIsNotMissed) {
    const RandomTree tree{.seed = 8};
    std::uint64_t last = 0;
    tree.walk(tree.root(), [&](const RandomTree::Node& node) { last = node.label; });
    for (int round = 0; round < 20; ++round) {
        EXPECT_ANY_THROW(
            enumerate<TreeGenerator<false>>(tree, tree.root(), ThrowsSilently{{last}}, together(Skeleton::budget(1))));
    }
}

// What only the first process meets, outside its workers, reaches the others too.
TEST(MpiSearchEnd, AnExceptionAtTheRootOrInProgressReachesEveryProcess) {
    const RandomTree tree{.seed = 8};
    EXPECT_ANY_THROW(enumerate<TreeGenerator<false>>(tree, tree.root(), ThrowsAt{tree.root().label}, together()));
    SearchOptions options = together();
    options.depth_limit = 60;
    options.progress_interval = std::chrono::milliseconds(1);
    options.progress = [](const SearchProgress&) { throw std::runtime_error("no progress"); };
    EXPECT_ANY_THROW(enumerate<BinaryGenerator>(Binary{}, {}, CountNodes{}, options));
    EXPECT_EQ(enumerate<TreeGenerator<false>>(tree, tree.root(), CountNodes{}, together()).status, Status::complete);
}

TEST(MpiSearchEnd, RefusesLocalitiesWithinProcesses) {
    if (test::session().size() == 1) GTEST_SKIP() << "a process alone may simulate them";
    SearchOptions options = together();
    options.localities = 2;
    EXPECT_THROW(enumerate<BinaryGenerator>(Binary{}, {}, CountNodes{}, options), UsageError);
}

}  // namespace
}  // namespace scrump::detail

// What is on its way while the state of a search is noted belongs to that state. Here the moment is made, not hoped
// for: the network holds a result back until its receiver has noted its own state.

#include "search/problems.hpp"
#include "support/folder.hpp"

#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/net/detail/in_process.hpp>
#include <scrump/net/detail/tag.hpp>
#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

/// What the network between two localities saw: filled by the thread that serves both.
struct Crossings {
    std::size_t snapshots = 0;             ///< that locality 0 has noted its state for
    std::optional<std::size_t> crossed{};  ///< the first of them that a result crossed, counted from 1
};

/// Two localities. Of what locality 1 sends, a result of an ordered task waits for locality 0 to note its state, and so
/// does all that comes behind it.
class CrossingNetwork final : public Network {
  public:
    explicit CrossingNetwork(Crossings& seen) : network_(2), receiver_(network_.endpoint(0), seen) {}

    unsigned here() const override { return network_.here(); }
    Transport& endpoint(unsigned index) override { return index == 0 ? receiver_ : network_.endpoint(1); }
    EventCount& events() override { return network_.events(); }
    /// Short while anything is held back: nobody is notified when it is released.
    std::chrono::nanoseconds patience(bool reply_expected) override {
        return receiver_.holds() ? std::chrono::microseconds(10) : network_.patience(reply_expected);
    }

  private:
    class Receiver final : public Transport {
      public:
        Receiver(Transport& inner, Crossings& seen) : inner_(inner), seen_(seen) {}

        unsigned self() const override { return 0; }
        const Topology& topology() const override { return inner_.topology(); }
        std::unique_ptr<Window> open_window(std::size_t words) override { return inner_.open_window(words); }
        bool holds() const { return !held_.empty(); }

        void send(unsigned to, std::uint32_t tag, Bytes payload) override {
            if (tag == Tag("marker").number()) ++seen_.snapshots;
            inner_.send(to, tag, std::move(payload));
        }
        std::optional<Message> receive() override {
            while (std::optional<Message> message = inner_.receive()) held_.push_back(std::move(*message));
            if (held_.empty()) return std::nullopt;
            // Between its own marker and that of the other one.
            const bool noted = seen_.snapshots > markers_;
            const auto tag = held_.front().tag;
            if (tag == Tag("ordered").number() && !noted && !seen_.crossed) return std::nullopt;
            if (tag == Tag("ordered").number() && !seen_.crossed) seen_.crossed = seen_.snapshots;
            if (tag == Tag("marker").number()) ++markers_;
            std::optional<Message> message = std::move(held_.front());
            held_.pop_front();
            return message;
        }

      private:
        Transport& inner_;
        Crossings& seen_;
        std::deque<Message> held_;
        std::size_t markers_ = 0;
    };

    InProcessNetwork network_;
    Receiver receiver_;
};

class CrossingGroup final : public GroupOfOne {
  public:
    explicit CrossingGroup(Crossings& seen) : seen_(seen) {}
    std::unique_ptr<Network> connect(unsigned /*localities*/) override {
        return std::make_unique<CrossingNetwork>(seen_);
    }

  private:
    Crossings& seen_;
};

/// Two tasks. Only a worker that is not the root's finds anything, in one that it has got; the root's own goes on, in a
/// binary tree that nobody comes to the end of, until another has come.
class FoundElsewhere {
  public:
    struct Space {
        bool resumed = false;
        mutable std::atomic<std::thread::id> home{};
        mutable std::atomic<bool> visited = false;
        const std::chrono::steady_clock::time_point deadline =
            std::chrono::steady_clock::now() + std::chrono::minutes(1);
    };
    struct Node {
        std::uint32_t depth = 0;
        std::int32_t found = 0;
    };

    FoundElsewhere(const Space& space, const Node& parent) : space_(space), depth_(parent.depth) {
        if (depth_ == 0) space.home = std::this_thread::get_id();
        elsewhere_ = !space.resumed && std::this_thread::get_id() != space.home.load();
        if (depth_ == 1 && elsewhere_) space.visited = true;
        left_ = elsewhere_ ? 1 : 2;
        if (space.resumed || depth_ == deepest || parent.found != 0) left_ = 0;
    }
    bool next(Node& child) {
        if (left_ == 0 || (depth_ > 0 && !elsewhere_ && !waits())) return false;
        --left_;
        child = {.depth = depth_ + 1, .found = elsewhere_ ? 1 : 0};
        return true;
    }
    static std::int64_t objective(const Space&, const Node& node) { return node.found; }

  private:
    static constexpr std::uint32_t deepest = 60;

    bool waits() const { return !space_.visited && std::chrono::steady_clock::now() < space_.deadline; }

    const Space& space_;
    std::uint32_t depth_;
    bool elsewhere_ = false;
    unsigned left_ = 0;
};

// Without it nothing is left that would find it again.
TEST(Crossing, AnOrderedResultOnItsWayIsPartOfTheState) {
    const test::Folder folder;
    std::vector<std::string> files;
    Crossings seen;
    const FoundElsewhere::Space space;
    Session session(std::make_unique<CrossingGroup>(seen));
    const auto copy = [&](const CheckpointReport& report) {
        ASSERT_EQ(report.error, "");
        if (report.last) return;
        files.push_back(folder / std::to_string(files.size()));
        std::filesystem::copy_file(folder / "checkpoint", files.back());
    };
    const auto whole = maximise<FoundElsewhere>(
        space, {},
        {.skeleton = Skeleton::ordered(1, 16),
         .workers = 1,
         .localities = 2,
         .session = &session,
         .pin = false,
         .checkpoints = {
             .file = folder / "checkpoint", .every = std::chrono::nanoseconds(1), .problem = "test", .told = copy}});
    EXPECT_EQ(whole.objective, 1);
    ASSERT_TRUE(space.visited);
    ASSERT_TRUE(seen.crossed);
    ASSERT_LE(*seen.crossed, files.size());
    const auto rest = maximise<FoundElsewhere>(
        {.resumed = true}, {},
        {.workers = 1, .pin = false, .checkpoints = {.resume = files[*seen.crossed - 1], .problem = "test"}});
    EXPECT_EQ(rest.objective, 1);
}

}  // namespace
}  // namespace scrump::detail

#pragma once
// What the parts of the program of jobs share.

#include <scrump/net/detail/network.hpp>
#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace scrump::test::job {

/// What processes do in a session that run_in_session() makes, by name.
using Bodies = std::map<std::string, std::function<int(Session&)>>;
/// Programs that make their sessions themselves.
using Programs = std::map<std::string, int (*)()>;

Bodies bodies_of_sessions();
Bodies bodies_of_runs();
Programs programs();

inline constexpr const char* cause = "the sky fell";

/// Receives for ever: what ends it is an exception.
[[noreturn]] void wait_in_run(detail::Network& network);

/// A line in one piece, so that it stays whole among those of other processes.
void show(const std::string& line);

bool last(const Session& session);

/// As a process that hangs. It goes when its launcher does, so that a test that is given up leaves nothing behind.
void stop_answering();

/// To the left or to the right, at each depth up to the space, which is a number.
class WalkGenerator {
  public:
    struct Node {
        std::uint64_t depth = 0;
    };
    using Space = unsigned;
    WalkGenerator(const Space& longest, const Node& at) : left_(at.depth < longest ? 2 : 0), depth_(at.depth) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = depth_ + 1;
        return true;
    }

  private:
    int left_;
    std::uint64_t depth_;
};

}  // namespace scrump::test::job

// What processes do in searches, tasks and on all workers: one fails, is lost, or does something else than the others.

#include "parts.hpp"
#include "support/folder.hpp"

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/search.hpp>
#include <scrump/tasks.hpp>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

namespace {

std::chrono::seconds fsync_takes{0};

}  // namespace

// Stands for the system's: a disk as slow as a test wants it.
extern "C" int fsync(int /*descriptor*/) {
    std::this_thread::sleep_for(fsync_takes);
    return 0;
}

namespace scrump::test::job {
namespace {

using namespace detail;

/// A tree without end, at one node of which a process stops answering.
struct Trap {
    struct Node {
        std::uint64_t depth = 0;
    };
    bool here = false;
};
class TrapGenerator {
  public:
    using Space = Trap;
    using Node = Trap::Node;
    TrapGenerator(const Space& trap, const Node& parent) : trap_(&trap), depth_(parent.depth) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = depth_ + 1;
        static std::atomic<std::uint64_t> nodes = 0;
        if (trap_->here && ++nodes == 100'000) stop_answering();
        return true;
    }

  private:
    const Trap* trap_;
    std::uint64_t depth_;
    int left_ = 2;
};

int stop_in_search(Session& session, unsigned which) {
    const Trap trap{.here = session.self() == which};
    enumerate<TrapGenerator>(trap, {}, CountNodes{},
                             {.workers = 1,
                              .session = &session,
                              .pin = false,
                              .depth_limit = 60,  // deeper than anybody gets
                              .dead_after = std::chrono::seconds(1)});
    return 0;
}

/// Its root takes long.
struct SlowCount : CountNodes {
    template <class Node>
    void add(Value& value, const Node&, unsigned depth) const {
        if (depth == 0) std::this_thread::sleep_for(std::chrono::seconds(3));
        ++value;
    }
};

// Nobody is dead who waits for a disk, or for a node.
int search_slowly(Session& session) {
    std::optional<test::Folder> folder;
    if (session.first()) folder.emplace();
    fsync_takes = std::chrono::seconds(2);
    SearchOptions options{.workers = 1, .session = &session, .pin = false, .depth_limit = 12};
    options.dead_after = std::chrono::seconds(2);  // and a busy machine may start them a while apart
    options.checkpoints = {.file = session.broadcast(folder ? *folder / "checkpoint" : Bytes()), .problem = "slow"};
    const auto result = enumerate<TrapGenerator>(Trap{.here = false}, {}, SlowCount{}, options);
    if (result.statistics.checkpoints.written > 0) show(std::to_string(result.value));
    return 0;
}

// Nobody says what is searched but its types: where these are numbers, that is enough.
int search_different_spaces(Session& session) {
    enumerate<WalkGenerator>(last(session) ? 11 : 10, {}, CountNodes{}, {.workers = 1, .session = &session});
    return 0;
}

int search_different_problems(Session& session) {
    SearchOptions options{.workers = 1, .session = &session, .pin = false, .depth_limit = 12};
    options.checkpoints.problem = last(session) ? "this" : "that";
    enumerate<TrapGenerator>(Trap{}, {}, CountNodes{}, options);
    return 0;
}

int differ_in_the_second_search(Session& session) {
    SearchOptions options{.workers = 1, .session = &session, .pin = false, .depth_limit = 12};
    enumerate<TrapGenerator>(Trap{}, {}, CountNodes{}, options);
    if (last(session)) options.depth_limit = 13;
    enumerate<TrapGenerator>(Trap{}, {}, CountNodes{}, options);
    return 0;
}

int open_different_arrays(Session& session) {
    run_on_all_workers({.workers = 1, .session = &session}, {{"table", last(session) ? 11U : 10U}}, [](auto&) {});
    return 0;
}

long count_down(Fork fork, long n) {
    if (n == 0) return 0;
    auto below = fork.spawn<count_down>(n - 1);
    return fork.sync(below) + 1;
}
long count_up(Fork fork, long n) {
    return fork.call<count_down>(n);
}

int compute_different_numbers(Session& session) {
    run_tasks<count_down>({.workers = 1, .session = &session}, last(session) ? 11L : 10L);
    return 0;
}

int compute_different_functions(Session& session) {
    if (last(session)) {
        run_tasks<count_up>({.workers = 1, .session = &session}, 10L);
    } else {
        run_tasks<count_down>({.workers = 1, .session = &session}, 10L);
    }
    return 0;
}

unsigned self_in_job = 0;

void fail_in_last(Fork fork, unsigned last_one) {
    if (self_in_job != last_one) return;
    const auto dropped = fork.spawn([] { throw Error(cause); });
}

// Until the last process has stolen a task, which fails there.
void fail_until_last(Fork fork, unsigned last_one) {
    while (true) {
        auto fails = fork.spawn<fail_in_last>(last_one);
        for (int i = 0; i < 300; ++i) {
            auto next = fork.spawn([] { std::this_thread::yield(); });
            fork.sync(next);
        }
        fork.sync(fails);
    }
}

int fail_in_a_task(Session& session) {
    self_in_job = session.self();
    run_tasks<fail_until_last>({.workers = 1, .session = &session, .pin = false}, session.size() - 1);
    return 0;
}

// The process says nothing any more once it has stolen a task.
void stop_in_second(Fork /*fork*/) {
    if (self_in_job == 1) stop_answering();
}

void stop_until_second(Fork fork) {
    while (true) {
        auto stops = fork.spawn<stop_in_second>();
        for (int i = 0; i < 300; ++i) {
            auto next = fork.spawn([] { std::this_thread::yield(); });
            fork.sync(next);
        }
        fork.sync(stops);
    }
}

int second_stops_in_tasks(Session& session) {
    self_in_job = session.self();
    run_tasks<stop_until_second>(
        {.workers = 1, .session = &session, .pin = false, .dead_after = std::chrono::seconds(1)});
    return 0;
}

// The last process expects to be told something that the first one does not tell.
int wait_while_first_searches(Session& session) {
    session.broadcast("x");
    if (last(session)) session.broadcast({});
    enumerate<WalkGenerator>(10, {}, CountNodes{}, {.workers = 1, .session = &session});
    return 0;
}

}  // namespace

Bodies bodies_of_runs() {
    return {
        {"first_stops_in_search", [](Session& session) { return stop_in_search(session, 0); }},
        {"second_stops_in_search", [](Session& session) { return stop_in_search(session, 1); }},
        {"search_slowly", search_slowly},
        {"search_different_spaces", search_different_spaces},
        {"search_different_problems", search_different_problems},
        {"differ_in_the_second_search", differ_in_the_second_search},
        {"open_different_arrays", open_different_arrays},
        {"compute_different_numbers", compute_different_numbers},
        {"compute_different_functions", compute_different_functions},
        {"fail_in_a_task", fail_in_a_task},
        {"second_stops_in_tasks", second_stops_in_tasks},
        {"wait_while_first_searches", wait_while_first_searches},
    };
}

}  // namespace scrump::test::job

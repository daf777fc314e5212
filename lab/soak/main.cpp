// scrump_soak: searches of all kinds one after another for a long time, each answer checked, and what the process holds
// of the system written down after each. lab/soak/run starts it and judges the figures.
//
// As several MPI processes, all make the same sequence of calls: what is done follows from the seed and the number of
// the iteration, and process 0's clock says when to end.

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/runtime/session.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "counts.hpp"
#include "searches.hpp"

namespace scrump::soak {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr const char* skeletons[] = {"sequential",
                                     "depth-bounded:depth=3",
                                     "stack-stealing",
                                     "stack-stealing:chunked=0",
                                     "budget:backtracks=100",
                                     "ordered:window=8",
                                     "adaptive",
                                     "adaptive"};

constexpr const char* policies[] = {"random",
                                    "sticky-random:steal=one",
                                    "round-robin:steal=all",
                                    "hierarchical:steal=chunk,chunk=3",
                                    "locality-aware",
                                    "naive-locality-aware:steal=half",
                                    "performance-driven",
                                    "performance-driven:tuned",
                                    "performance-driven:ordered,steal=one"};

struct Wishes {
    double seconds = 60;
    std::uint64_t seed = 1;
    unsigned localities = 4;
    std::string folder;
    std::string counts;
};

/// One iteration: a search, and how it is to go and to end.
class Trial {
  public:
    Trial(Session& session, const Wishes& wishes, std::uint64_t number)
        : session_(session), random_(SplitMix64(wishes.seed)() + number), file_(wishes.folder + "/checkpoint") {
        options_.localities = session.size() == 1 ? wishes.localities : 1;
        options_.session = &session;
        options_.seed = number;
        vary();
        if (below(4) == 0) {
            options_.progress = [](const SearchProgress&) {};
            options_.progress_interval = milliseconds(1);
        }
    }

    /// Returns what it was.
    std::string operator()(const std::vector<Instance>& instances) {
        const Instance& instance = instances[below(static_cast<std::uint32_t>(instances.size()))];
        const auto& [end, call, share] = ending();
        const std::string what = fmt::format("{}, {}, {}, {} workers, {}", instance.name, options_.skeleton.describe(),
                                             options_.policy.describe(), options_.workers, end);
        try {
            (this->*call)(instance);
        } catch (const std::exception& error) {
            throw Error(fmt::format("{}: {}", what, error.what()));
        }
        if (session_.first()) std::filesystem::remove(file_);
        return what;
    }

  private:
    struct Ending {
        const char* name;
        void (Trial::*call)(const Instance&);
        std::uint32_t share;  // of a hundred
    };

    const Ending& ending() {
        static constexpr Ending endings[] = {
            {"complete", &Trial::complete, 45},        {"checkpoints", &Trial::with_checkpoints, 12},
            {"slices", &Trial::in_slices, 10},         {"node limit", &Trial::up_to_a_node_limit, 8},
            {"time limit", &Trial::for_a_moment, 8},   {"cancelled", &Trial::until_cancelled, 8},
            {"exception", &Trial::to_an_exception, 6}, {"refused", &Trial::with_a_file_that_is_not, 3}};
        std::uint32_t chosen = below(100);
        const Ending* at = endings;
        while (chosen >= at->share) chosen -= (at++)->share;
        return *at;
    }

    std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
    milliseconds up_to(std::uint32_t most) { return milliseconds(1 + below(most)); }

    void vary() {
        options_.skeleton = Skeleton::parse(skeletons[below(std::size(skeletons))]);
        options_.policy = Policy::parse(policies[below(std::size(policies))]);
        options_.workers = 1 + below(2);
    }

    void complete(const Instance& instance) { expect(instance.search(options_), Status::complete); }

    void with_checkpoints(const Instance& instance) {
        options_.checkpoints = {.file = file_, .every = up_to(20), .problem = instance.name};
        complete(instance);
        // The answer, read again.
        vary();
        options_.checkpoints.resume = file_;
        complete(instance);
    }

    // Each in another way, the last as long as it takes.
    void in_slices(const Instance& instance) {
        options_.checkpoints = {.file = file_, .every = up_to(20), .problem = instance.name};
        options_.node_limit = 100 + below(50'000);
        for (unsigned left = 1 + below(4); instance.search(options_) != Status::complete; --left) {
            if (left == 1) options_.node_limit.reset();
            options_.checkpoints.resume = file_;
            vary();
        }
    }

    void up_to_a_node_limit(const Instance& instance) {
        options_.node_limit = 1 + below(100'000);
        expect(instance.search(options_), Status::node_limit);
    }

    void for_a_moment(const Instance& instance) {
        options_.time_limit = up_to(20);
        expect(instance.search(options_), Status::time_limit);
    }

    // By any of the processes.
    void until_cancelled(const Instance& instance) {
        std::stop_source source;
        options_.stop = source.get_token();
        const bool cancels = below(session_.size()) == session_.self();
        const std::jthread canceller([&, wait = up_to(20)] {
            if (!cancels) return;
            std::this_thread::sleep_for(wait);
            source.request_stop();
        });
        expect(instance.search(options_), Status::cancelled);
    }

    void to_an_exception(const Instance& /*instance*/) { fail_at(1 + below(10), options_); }

    void with_a_file_that_is_not(const Instance& instance) {
        options_.checkpoints = {.resume = file_, .problem = instance.name};
        try {
            instance.search(options_);
        } catch (const Error& error) {
            if (std::string(error.what()).find(file_) != std::string::npos) return;
            throw;
        }
        throw Error("a file that does not exist was resumed");
    }

    // What can be stopped may also be complete before.
    static void expect(Status status, Status expected) {
        if (status == Status::complete || status == expected) return;
        throw Error(fmt::format("ended by \"{}\"", name(status)));
    }

    Session& session_;
    SplitMix64 random_;
    std::string file_;
    SearchOptions options_;
};

// Neither a checkpoint nor a draft of one is left.
void check_folder(const std::string& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        throw Error(fmt::format("{} was left behind", entry.path().string()));
}

int soak(Session& session, const Wishes& wishes) {
    const std::vector<Instance> all = instances();
    Log log(wishes.counts, session);
    const Clock::time_point began = Clock::now();
    const auto since = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
    // The first process's word.
    const auto goes_on = [&] { return !session.broadcast(since() < wishes.seconds ? "on" : "").empty(); };
    for (std::uint64_t number = 0; goes_on(); ++number) {
        const std::string what = Trial(session, wishes, number)(all);
        if (session.first()) check_folder(wishes.folder);
        log.write(number, since(), what);
    }
    return 0;
}

}  // namespace
}  // namespace scrump::soak

int main(int argc, char** argv) {
    scrump::soak::Wishes wishes;
    CLI::App app("Searches of all kinds, one after another, each answer checked. See bench/README.md.", "scrump_soak");
    app.add_option("--seconds", wishes.seconds, "For so long")->capture_default_str();
    app.add_option("--seed", wishes.seed, "Of what is searched, and how")->capture_default_str();
    app.add_option("--localities", wishes.localities, "If it is one process; else each process is one")
        ->capture_default_str();
    app.add_option("--folder", wishes.folder, "An empty folder for checkpoints")
        ->check(CLI::ExistingDirectory)
        ->required();
    app.add_option("--counts", wishes.counts, "Where to write what each process holds after each search: PREFIX.RANK")
        ->type_name("PREFIX")
        ->required();
    CLI11_PARSE(app, argc, argv);
    return scrump::run_in_session([&](scrump::Session& session) { return scrump::soak::soak(session, wishes); });
}

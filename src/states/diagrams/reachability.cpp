#include <scrump/states/diagrams/reachability.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/diagrams.hpp>

#include <atomic>
#include <chrono>

namespace scrump {
namespace {

// What travels to the other processes.
struct Found {
    SymbolicReachability result{};

    template <class Archive>
    void serialize(Archive& archive) {
        archive(result.states.digits, result.states.approximate, result.nodes, result.bits, result.load_seconds,
                result.seconds, result.rounds, has_deadlocks, deadlocks.digits, deadlocks.approximate,
                result.deadlock_path, result.path, result.deadlock_path_relations, result.path_relations);
    }

    bool has_deadlocks = false;
    Count deadlocks{};
};

class Search {
  public:
    Search(const SymbolicModel& model, const SymbolicReachOptions& options) : model_(model), options_(options) {}

    SymbolicReachability operator()() {
        DiagramOptions diagrams = options_.diagrams;
        if (options_.progress) {
            diagrams.progress = [this](const DiagramProgress& progress) {
                options_.progress({.diagrams = progress, .rounds = rounds_.load(std::memory_order_relaxed)});
            };
        }
        auto run = run_diagrams(diagrams, [this](Diagrams& all) { return find(all); });
        if (run.value) {
            so_far_ = std::move(run.value->result);
            if (run.value->has_deadlocks) so_far_.deadlocks = run.value->deadlocks;
        }
        so_far_.status = run.status;
        so_far_.diagrams = run.diagrams;
        so_far_.tasks = std::move(run.statistics);
        return std::move(so_far_);
    }

  private:
    Found find(Diagrams& all) {
        const auto began = Clock::now();
        const auto seconds_since = [](Clock::time_point then) {
            return std::chrono::duration<double>(Clock::now() - then).count();
        };
        SymbolicSystem system(all, model_);
        so_far_.bits = static_cast<unsigned>(system.variables().size());
        so_far_.load_seconds = seconds_since(began);
        const auto loaded = Clock::now();
        const std::uint64_t growths_of_loading = all.statistics().growths;
        const Bdd reached = system.reachable(options_.strategy, [&](const SymbolicSystem::Round& round) {
            const DiagramStatistics table = all.statistics();
            SymbolicRound now{.seconds = seconds_since(loaded),
                              .table_nodes = table.nodes,
                              .growths = table.growths - growths_of_loading};
            if (options_.count_rounds) {
                now.states = all.count_roughly(round.reached, system.variables());
                now.nodes = round.reached.nodes();
            }
            so_far_.seconds = now.seconds;
            so_far_.rounds.push_back(now);
            rounds_.store(round.number, std::memory_order_relaxed);
        });
        so_far_.seconds = seconds_since(loaded);
        so_far_.states = system.count(reached);
        so_far_.nodes = reached.nodes();

        Found found;
        if (options_.find_deadlocks) {
            const Bdd stuck = system.deadlocks(reached);
            found.has_deadlocks = true;
            found.deadlocks = system.count(stuck);
            if (!stuck.is_false()) so_far_.deadlock_path = system.path(reached, stuck).value();
            so_far_.deadlock_path_relations = system.relations_of(so_far_.deadlock_path);
        }
        if (options_.path_to) {
            if (auto path = system.path(reached, system.state(*options_.path_to))) so_far_.path = *std::move(path);
            so_far_.path_relations = system.relations_of(so_far_.path);
        }
        found.result = so_far_;
        return found;
    }

    const SymbolicModel& model_;
    const SymbolicReachOptions& options_;
    SymbolicReachability so_far_;
    std::atomic<unsigned> rounds_ = 0;
};

}  // namespace

SymbolicReachability reach(const SymbolicModel& model, const SymbolicReachOptions& options) {
    return Search(model, options)();
}

}  // namespace scrump

#include <scrump/loops/simulation.hpp>

#include <scrump/base/random.hpp>
#include <scrump/loops/detail/static_rules.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <queue>
#include <utility>

namespace scrump {
namespace {

class Simulation {
  public:
    Simulation(const ChunkRule& rule, const IterationTimes& times, const SimulatedWorkers& workers,
               const std::vector<double>& weights)
        : rule_(rule),
          times_(times),
          workers_(workers),
          progress_(progress_before({.iterations = times.size(),
                                     .workers = static_cast<unsigned>(workers.speeds.size()),
                                     .weights = weights})),
          taken_(progress_.size()) {
        loop_.finished.resize(progress_.size());
        if (rule_.depends() != ChunkRule::Depends::block) return;
        const detail::BlockRule blocks(
            {.iterations = times.size(), .workers = static_cast<unsigned>(progress_.size())});
        for (unsigned worker = 0; worker < progress_.size(); ++worker)
            blocks_.push_back({.range = blocks.assigned(worker, 0)});
        in_block_.resize(progress_.size());
    }

    SimulatedLoop operator()() {
        for (unsigned worker = 0; worker < progress_.size(); ++worker) free_.emplace(0.0, worker);
        while (!free_.empty()) {
            const auto [asked, worker] = free_.top();
            free_.pop();
            finish(worker, asked);
            const ChunkRule::Range range = next(worker, asked);
            if (range.size() == 0) {
                loop_.finished[worker] = asked;
                continue;
            }
            begin(worker, asked, range);
        }
        return std::move(loop_);
    }

  private:
    void finish(unsigned worker, double now) {
        WorkerProgress& own = progress_[worker];
        if (own.current == 0) return;
        if (!blocks_.empty())
            in_block_[worker].progress.finish(own.current, now - own.current_since, now - asked_[worker]);
        own.finish(own.current, now - own.current_since, now - asked_[worker]);
    }

    ChunkRule::Range next(unsigned worker, double now) {
        if (rule_.depends() == ChunkRule::Depends::assigned) return rule_.assigned(worker, taken_[worker]++);
        if (!blocks_.empty()) return next_of_blocks(worker, now);
        const std::uint64_t left = times_.size() - scheduled_;
        if (left == 0) return {};
        const std::uint64_t size = std::clamp<std::uint64_t>(
            rule_.size({.step = step_++, .scheduled = scheduled_, .worker = worker, .now = now, .workers = progress_}),
            1, left);
        scheduled_ += size;
        return {scheduled_ - size, scheduled_};
    }

    // As ChunkSource does.
    ChunkRule::Range next_of_blocks(unsigned worker, double now) {
        InBlock& own = in_block_[worker];
        for (; own.left_blocks < blocks_.size(); ++own.left_blocks, own.progress = {}) {
            Block& block = blocks_[(worker + own.left_blocks) % blocks_.size()];
            const std::uint64_t whole = block.range.size();
            if (block.scheduled >= whole) continue;
            const std::uint64_t size = std::clamp<std::uint64_t>(
                rule_.size({.scheduled = block.scheduled, .block = whole, .now = now, .workers = {&own.progress, 1}}),
                1, whole - block.scheduled);
            const std::uint64_t first = block.range.first + block.scheduled;
            block.scheduled += size;
            return {first, first + size};
        }
        return {};
    }

    double& counter_free(unsigned worker) {
        if (blocks_.empty()) return counter_free_;
        return blocks_[(worker + in_block_[worker].left_blocks) % blocks_.size()].counter_free;
    }

    void begin(unsigned worker, double asked, ChunkRule::Range range) {
        const bool shared = rule_.depends() != ChunkRule::Depends::assigned;
        // One after another where they take it, each with the rest of the overhead for itself.
        const double served = shared ? std::max(asked, counter_free(worker)) + workers_.serial : asked;
        if (shared) counter_free(worker) = served;
        const double began = served + (shared ? std::max(workers_.overhead - workers_.serial, 0.0) : 0.0);
        const double ended = began + times_.of(range) / workers_.speeds[worker];
        asked_[worker] = asked;
        progress_[worker].current = range.size();
        progress_[worker].current_since = began;
        loop_.chunks.push_back({.range = range, .worker = worker, .began = began, .ended = ended});
        free_.emplace(ended, worker);
    }

    using Event = std::pair<double, unsigned>;

    const ChunkRule& rule_;
    const IterationTimes& times_;
    const SimulatedWorkers& workers_;
    std::vector<WorkerProgress> progress_;
    std::vector<std::uint64_t> taken_;
    std::vector<double> asked_ = std::vector<double>(progress_.size());
    std::priority_queue<Event, std::vector<Event>, std::greater<>> free_;
    std::uint64_t step_ = 0;
    std::uint64_t scheduled_ = 0;
    double counter_free_ = 0;
    // Of a rule whose chunks come from blocks: these, and the place of each worker among them.
    struct Block {
        ChunkRule::Range range{};
        std::uint64_t scheduled = 0;
        double counter_free = 0;
    };
    struct InBlock {
        std::size_t left_blocks = 0;
        WorkerProgress progress{};
    };
    std::vector<Block> blocks_;
    std::vector<InBlock> in_block_;
    SimulatedLoop loop_;
};

// So many iterations stand for all of a loop: each for the same number of its.
constexpr std::uint64_t most_simulated = 100'000;

// Positive times of that mean and deviation: log-normal ones.
std::vector<double> random_times(std::uint64_t count, double mean, double sigma) {
    const double spread = std::log1p((sigma / mean) * (sigma / mean));
    SplitMix64 random(1);
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        // Box and Muller.
        const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
        const double normal = radius * std::cos(2 * std::numbers::pi * random.unit());
        times.push_back(mean * std::exp(std::sqrt(spread) * normal - spread / 2));
    }
    return times;
}

}  // namespace

double SimulatedLoop::seconds() const {
    return finished.empty() ? 0 : *std::ranges::max_element(finished);
}

IterationTimes::IterationTimes(const std::vector<double>& each) {
    sums_.reserve(each.size() + 1);
    sums_.push_back(0);
    for (const double time : each) sums_.push_back(sums_.back() + time);
}

SimulatedLoop simulate_loop(const ChunkRule& rule, const IterationTimes& times, const SimulatedWorkers& workers,
                            const std::vector<double>& weights) {
    return Simulation(rule, times, workers, weights)();
}

Technique best_by_simulation(const LoopShape& shape) {
    if (shape.costs.mean <= 0 || shape.iterations == 0) return {.kind = Technique::Kind::fac2};
    static constexpr std::array portfolio = {Technique::Kind::block, Technique::Kind::ss,  Technique::Kind::mfsc,
                                             Technique::Kind::gss,   Technique::Kind::tss, Technique::Kind::fac,
                                             Technique::Kind::fac2,  Technique::Kind::wf,  Technique::Kind::awf_b,
                                             Technique::Kind::awf_c, Technique::Kind::af};
    // Of a longer loop a few iterations together are one: their times add up, and so do their variances.
    const std::uint64_t together = (shape.iterations + most_simulated - 1) / most_simulated;
    LoopShape simulated = shape;
    simulated.iterations = (shape.iterations + together - 1) / together;
    simulated.costs.mean *= static_cast<double>(together);
    simulated.costs.sigma *= std::sqrt(static_cast<double>(together));
    const IterationTimes times(random_times(simulated.iterations, simulated.costs.mean, simulated.costs.sigma));
    SimulatedWorkers workers{.speeds = std::vector<double>(shape.workers, 1),
                             .overhead = shape.costs.overhead,
                             .serial = shape.costs.overhead};
    if (!shape.weights.empty()) workers.speeds = shape.weights;

    Technique best;
    double least = -1;
    for (const Technique::Kind kind : portfolio) {
        if (kind == Technique::Kind::ss && together > 1) continue;  // its chunks would be larger than they are
        const Technique technique{.kind = kind};
        const double seconds = simulate_loop(*technique.rule(simulated), times, workers, simulated.weights).seconds();
        if (least >= 0 && seconds >= least) continue;
        least = seconds;
        best = technique;
    }
    return best;
}

}  // namespace scrump

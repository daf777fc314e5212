#include "coordinator.hpp"
#include "known_progress.hpp"
#include "loop_shape.hpp"
#include "pieces.hpp"

#include <scrump/base/error.hpp>
#include <scrump/loops/simulation.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <utility>

namespace scrump {
namespace {

using detail::Coordinator;
using detail::KnownProgress;
using detail::Piece;
using detail::Pieces;
using detail::ProgressNews;

constexpr unsigned coordinator = 0;

// A thief that nobody gave anything pauses before it asks again, the longer the oftener.
constexpr double first_pause = 50e-6;
constexpr double longest_pause = 2e-3;

class PartSimulation {
  public:
    PartSimulation(const LoopOptions& options, const std::vector<IterationTimes>& parts,
                   const SimulatedLocalities& machine)
        : options_(options), parts_(parts), machine_(machine) {
        if (order().kind == StealOrder::Kind::coordinator)
            coordinator_.emplace(order(), machine.topology, options.seed);
        for (unsigned self = 0; self < size(); ++self) {
            const std::uint64_t own = parts[self].size();
            const LoopShape shape = detail::shape_for(options.technique, options, own, size());
            localities_.push_back(std::make_unique<SimulatedLocality>(
                Pieces(options, own, size(), 1), make_selector(options.policy, self, machine.topology, options.seed),
                KnownProgress(progress_before(shape), self, 1)));
            localities_[self]->pieces.add({.owner = self, .range = {0, own}});
            left_ += own;
        }
        if (!machine.speeds.empty() && machine.speeds.size() != parts.size()) {
            throw UsageError("there are speeds of " + std::to_string(machine.speeds.size()) + " localities for " +
                             std::to_string(parts.size()));
        }
        result_.finished.resize(size());
        result_.transfers.resize(size());
        result_.taken.resize(size());
        for (unsigned self = 0; self < size(); ++self) result_.transfers[self].own = parts[self].size();
    }

    SimulatedParts operator()() {
        for (unsigned self = 0; self < size(); ++self) at(0, [this, self] { work(self); });
        while (!events_.empty()) {
            const Event event = events_.top();
            events_.pop();
            now_ = event.time;
            event.action();
        }
        return std::move(result_);
    }

  private:
    struct SimulatedLocality {
        SimulatedLocality(Pieces own, std::unique_ptr<VictimSelector> chooses, KnownProgress known)
            : pieces(std::move(own)), selector(std::move(chooses)), progress(std::move(known)) {}

        Pieces pieces;
        std::unique_ptr<VictimSelector> selector;
        KnownProgress progress;
        WorkerProgress done{};  // its own worker's
        bool works = false;
        bool asked = false;
        std::uint64_t received = 0;
        double pause = first_pause;
        double server_free = 0;
    };
    struct Event {
        double time;
        std::uint64_t number;  // of events at the same time, the one that was made first
        std::function<void()> action;

        bool operator<(const Event& other) const {
            return std::pair(time, number) > std::pair(other.time, other.number);  // of a queue, the largest is first
        }
    };

    const StealOrder& order() const { return options_.stealing.order; }
    unsigned size() const { return static_cast<unsigned>(parts_.size()); }
    void at(double time, std::function<void()> action) { events_.push({time, made_++, std::move(action)}); }

    double speed(unsigned self) const { return machine_.speeds.empty() ? 1 : machine_.speeds[self]; }

    // With what its sender has to tell of workers' progress.
    void send_with_news(unsigned from, unsigned to, double bytes, std::function<void()> action) {
        std::vector<ProgressNews> news;
        if (localities_[from]->pieces.depends_on_progress()) news = localities_[from]->progress.news();
        send(from, to, bytes, [this, to, told = std::move(news), handled = std::move(action)] {
            localities_[to]->progress.learn(told);
            handled();
        });
    }

    // A message comes, and is handled when those before it are.
    void send(unsigned from, unsigned to, double bytes, std::function<void()> action) {
        const double latency = machine_.topology.same_host(from, to) ? machine_.near_latency : machine_.far_latency;
        const double comes = now_ + (from == to ? 0 : latency + bytes * machine_.byte);
        at(comes, [this, to, handled = std::move(action)] {
            SimulatedLocality& here = *localities_[to];
            here.server_free = std::max(here.server_free, now_) + machine_.handling;
            at(here.server_free, handled);
        });
    }

    // --- A worker

    void work(unsigned self) {
        SimulatedLocality& here = *localities_[self];
        if (here.works) return;
        const auto taken = here.pieces.take(self, now_, here.progress.all());
        if (!taken) return ask(self);
        here.works = true;
        const Piece piece = taken->piece;
        const double began = now_ + machine_.overhead;
        const double seconds = parts_[piece.owner].of(piece.range) / speed(self);
        left_ -= piece.range.size();
        result_.taken[self].push_back(piece.range.size());
        here.progress.begun(self, piece.range.size(), began);
        at(began + seconds, [this, self, piece, began, asked = now_] { end(self, piece, began, asked); });
    }

    void end(unsigned self, const Piece& piece, double began, double asked) {
        SimulatedLocality& here = *localities_[self];
        here.done.finish(piece.range.size(), now_ - began, now_ - asked);
        here.progress.finished(self, here.done);
        here.works = false;
        ++result_.chunks;
        result_.iterations += piece.range.size();
        result_.finished[self] = now_;
        if (piece.owner != self && options_.stealing.results_go_home) {
            send(self, piece.owner, machine_.results_each * static_cast<double>(piece.range.size()), [] {});
        }
        work(self);
    }

    // --- A thief

    void ask(unsigned self) {
        SimulatedLocality& here = *localities_[self];
        if (here.asked || left_ == 0 || size() == 1 || order().kind == StealOrder::Kind::off) return;
        if (coordinator_) {
            if (self == coordinator && !order().coordinator_steals) return;
            here.asked = true;
            ++result_.transfers[self].tried;
            send_with_news(self, coordinator, 0, [this, self, received = here.received] {
                coordinator_->requested(self, received);
                relay();
            });
            return;
        }
        const std::optional<unsigned> victim = here.selector->choose();
        if (!victim) return;
        here.asked = true;
        ++result_.transfers[self].tried;
        send_with_news(self, *victim, 0, [this, self, victim = *victim] {
            if (give(victim, self)) return;
            send(victim, self, 0, [this, self, victim] { refused(self, victim); });
        });
    }

    void refused(unsigned self, unsigned victim) {
        SimulatedLocality& here = *localities_[self];
        here.selector->failed(victim);
        here.asked = false;
        at(now_ + here.pause, [this, self] { work(self); });
        here.pause = std::min(2 * here.pause, longest_pause);
    }

    void take(unsigned self, unsigned victim, const Piece& piece) {
        SimulatedLocality& here = *localities_[self];
        here.asked = false;
        here.pause = first_pause;
        ++here.received;
        LoopTransfers& transfers = result_.transfers[self];
        ++transfers.won;
        transfers.iterations += piece.range.size();
        transfers.bytes += static_cast<std::uint64_t>(machine_.bytes_each * static_cast<double>(piece.range.size()));
        here.selector->succeeded(victim);
        here.pieces.add(piece);
        work(self);
    }

    // --- A victim

    bool give(unsigned self, unsigned thief) {
        SimulatedLocality& here = *localities_[self];
        const std::uint64_t idle = here.works ? 0 : 1;
        const auto given = here.pieces.give({.first = thief, .count = 1}, now_, here.progress.all(), idle);
        if (!given) return false;
        ++result_.transfers[self].sent;
        const double bytes = machine_.bytes_each * static_cast<double>(given->piece.range.size());
        send_with_news(self, thief, bytes, [this, self, thief, piece = given->piece] { take(thief, self, piece); });
        return true;
    }

    // --- The coordinator

    void relay() {
        while (const std::optional<Coordinator::Relay> next = coordinator_->next()) {
            send_with_news(coordinator, next->victim, 0, [this, asked = *next] { answer(asked); });
        }
    }

    void answer(const Coordinator::Relay& asked) {
        if (give(asked.victim, asked.thief)) {
            send_with_news(asked.victim, coordinator, 0, [this, asked] {
                coordinator_->granted(asked.thief, asked.number);
                relay();
            });
        } else {
            send_with_news(asked.victim, coordinator, 0, [this, asked, received = localities_[asked.victim]->received] {
                coordinator_->rejected(asked.thief, asked.victim, received);
                relay();
            });
        }
    }

    const LoopOptions& options_;
    const std::vector<IterationTimes>& parts_;
    const SimulatedLocalities& machine_;
    std::optional<Coordinator> coordinator_;
    std::vector<std::unique_ptr<SimulatedLocality>> localities_;
    std::priority_queue<Event> events_;
    std::uint64_t made_ = 0;
    std::uint64_t left_ = 0;  // iterations that nobody has begun
    double now_ = 0;
    SimulatedParts result_;
};

}  // namespace

double SimulatedParts::seconds() const {
    return finished.empty() ? 0 : *std::ranges::max_element(finished);
}

SimulatedParts simulate_parts(const LoopOptions& options, const std::vector<IterationTimes>& parts,
                              const SimulatedLocalities& machine) {
    return PartSimulation(options, parts, machine)();
}

}  // namespace scrump

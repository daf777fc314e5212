#include "simulated_world.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <numeric>

namespace scrump::detail {

SimulatedWorld::SimulatedWorld(SimulatedPlatform& platform)
    : platform_(platform),
      wire_(platform.machine()),
      processing_units_(machine().workers),
      left_(machine().processes()) {
    for (unsigned process = 0; process < machine().processes(); ++process)
        topology_.places.push_back({.host = machine().host_of(process), .domain = 0});
    std::iota(processing_units_.begin(), processing_units_.end(), 0U);
}

std::string SimulatedWorld::title_of(unsigned rank) const {
    if (size() == 1) return {};
    return "rank " + std::to_string(rank) + " on host" + std::to_string(machine().host_of(rank));
}

// --- The group

template <class Ready>
void SimulatedWorld::wait_until(const Ready& ready) {
    while (true) {
        const EventCount::Key key = moved_.prepare_wait();
        bool over = false;
        try {
            over = ready();
        } catch (...) {
            moved_.cancel_wait();
            throw;
        }
        if (over) return moved_.cancel_wait();
        moved_.wait(key);
    }
}

void SimulatedWorld::give(std::size_t number, Bytes bytes) {
    throw_failure();
    broadcasts_.resize(std::max(broadcasts_.size(), number + 1));
    broadcasts_[number] = std::move(bytes);
    moved_.notify_all();
}

Bytes SimulatedWorld::await(unsigned self, std::size_t number) {
    wait_until([&] {
        throw_failure();
        if (number < broadcasts_.size()) return true;
        throw_if_left(&Left::broadcasts, number + 1);
        return false;
    });
    platform_.spend(machine().link(0, self).latency);
    return broadcasts_[number];
}

void SimulatedWorld::fail(std::string why, FailureKind kind, std::optional<unsigned> lost) noexcept {
    if (failure_) return;
    failure_ = {.text = std::move(why), .kind = kind, .lost = lost};
    wake_all();
}

// Threads that wait, for the others or for a message.
void SimulatedWorld::wake_all() {
    moved_.notify_all();
    for (auto& [number, run] : runs_) {
        for (Mailbox& each : run.mailboxes) {
            if (each.events != nullptr) each.events->notify_all();
        }
    }
}

void SimulatedWorld::throw_failure() const {
    if (!failure_) return;
    if (failure_->kind == FailureKind::usage) throw UsageError(failure_->text);
    throw Error(failure_->text);
}

std::optional<unsigned> SimulatedWorld::lost() const {
    return failure_ ? failure_->lost : std::nullopt;
}

void SimulatedWorld::throw_if_left(std::size_t Left::*count, std::size_t needed) {
    if (gone_ == 0) return;
    for (unsigned rank = 0; rank < size(); ++rank) {
        if (!left_[rank].has_left || left_[rank].*count >= needed) continue;
        fail(title_of(rank) + " has left before the others", FailureKind::error, std::nullopt);
        throw_failure();
    }
}

// As many as MPI would end by force.
unsigned SimulatedWorld::never_leaving() const {
    unsigned count = 0;
    for (unsigned rank = 0; lost() && rank < size(); ++rank) {
        const bool dead = rank == *lost() || platform_.is_dead(machine().host_of(rank));
        if (dead && !left_[rank].has_left) ++count;
    }
    return count;
}

void SimulatedWorld::leave(unsigned self, std::size_t broadcasts, std::size_t runs) {
    ++gone_;
    left_[self] = {.has_left = true, .broadcasts = broadcasts, .runs = runs};
    wake_all();
    wait_until([&] { return gone_ + never_leaving() == size(); });
}

void SimulatedWorld::check_run(std::size_t run) {
    throw_failure();
    throw_if_left(&Left::runs, run + 1);
}

// --- Networks

void SimulatedWorld::open(std::size_t run, unsigned self, EventCount& events) {
    Run& opened = runs_[run];
    opened.mailboxes.resize(size());
    opened.mailboxes[self].events = &events;
}

void SimulatedWorld::close(std::size_t run, unsigned self) {
    Run& closing = runs_[run];
    closing.mailboxes[self] = {.events = nullptr, .closed = true, .messages = {}};
    if (++closing.closed == size()) runs_.erase(run);
}

void SimulatedWorld::send(std::size_t run, unsigned to, Message message) {
    ++messages_;
    const auto& costs = machine().costs;
    const auto bytes = message.payload.size() + sizeof(message.tag);
    platform_.spend(costs.send + costs.byte * static_cast<double>(bytes));
    const double arrives = wire_.arrival(message.source, to, bytes, platform_.elapsed());
    const double later = arrives - platform_.elapsed();
    platform_.time().at(platform_.time().now() + later, [this, run, to, message = std::move(message)]() mutable {
        deliver(run, to, std::move(message));
    });
}

// Runs end at one process before they end at another: what comes too late is for nobody.
void SimulatedWorld::deliver(std::size_t run, unsigned to, Message message) {
    const auto found = runs_.find(run);
    if (found == runs_.end() || platform_.is_dead(machine().host_of(to))) return;
    Mailbox& mailbox = found->second.mailboxes[to];
    if (mailbox.closed) return;
    mailbox.messages.push_back(std::move(message));
    if (mailbox.events != nullptr) mailbox.events->notify_all();
}

std::shared_ptr<WindowMemory> SimulatedWorld::window(std::size_t run, unsigned self, std::size_t number,
                                                     std::size_t words) {
    auto& openings = runs_[run].openings;
    const std::pair key(machine().host_of(self), number);
    Opening& opening = openings[key];
    if (!opening.memory) opening.memory = std::make_shared<WindowMemory>(machine().localities, words);
    std::shared_ptr<WindowMemory> memory = opening.memory;
    if (++opening.opened == machine().localities) openings.erase(key);
    return memory;
}

}  // namespace scrump::detail

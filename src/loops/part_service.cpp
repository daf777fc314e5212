#include "part_service.hpp"

#include <exception>
#include <utility>

namespace scrump::detail {
namespace {

constexpr unsigned coordinator = 0;

}  // namespace

PartService::PartService(const ServingParts& parts, PartLocality& home, const Topology& topology, std::uint64_t seed)
    : messages_(parts.messages),
      home_(home),
      termination_(parts.termination),
      asks_(home.stealing().order.kind == StealOrder::Kind::coordinator && topology.size() > 1 &&
            (messages_.self() != coordinator || home.stealing().order.coordinator_steals)) {
    messages_.handle(results, [this](auto, unsigned, Bytes message) {
        termination_.received_work();
        guarded([&] { home_.put_results(std::move(message)); });
    });
    parts.stealing.converse({.news = [this] { return with_news(); },
                             .heard = [this](Bytes news) { without_news(std::move(news)); },
                             .give = [this](unsigned thief) { return home_.give(thief); },
                             .sent = [this] { home_.note_sent(); }});
    if (home.stealing().order.kind != StealOrder::Kind::coordinator) return;
    if (messages_.self() == coordinator) coordinator_.emplace(home.stealing().order, topology, seed);
    messages_.handle(request, [this](auto, unsigned from, Bytes message) {
        coordinator_->requested(from, without_news(std::move(message)).get<std::uint64_t>());
    });
    messages_.handle(relay, [this](auto, unsigned, Bytes message) {
        give(without_news(std::move(message)).get<Coordinator::Relay>());
    });
    messages_.handle(rejection, [this](auto, unsigned, Bytes message) {
        const auto said = without_news(std::move(message)).get<Rejection>();
        coordinator_->rejected(said.thief, said.victim, said.received);
    });
    messages_.handle(work, [this](auto, unsigned, Bytes chunk) { take(std::move(chunk)); });
    messages_.handle(grant, [this](auto, unsigned, Bytes message) {
        const auto said = without_news(std::move(message)).get<Grant>();
        coordinator_->granted(said.thief, said.number);
    });
}

template <class... Words>
Bytes PartService::with_news(const Words&... words) {
    Encoder message;
    (message.put(words), ...);
    home_.put_news(message);
    return message.take();
}

Decoder PartService::without_news(Bytes message) {
    Decoder from(std::move(message));
    home_.take_news(from);
    return from;
}

bool PartService::on_time(Clock::time_point /*now*/) {
    bool did = send_results();
    if (ended_) return did;
    did |= ask();
    return relay_requests() || did;
}

bool PartService::send_results() {
    const auto outgoing = home_.take_outgoing();
    for (const auto& [owner, message] : outgoing) {
        termination_.sent_work();
        messages_.send(owner, results, message);
        home_.sent_away(1);
    }
    return !outgoing.empty();
}

// STL: once there is less to do than there are workers for it.
bool PartService::ask() {
    if (!asks_ || asked_ || !home_.lacks_tasks()) return false;
    asked_ = true;
    home_.note_tried();
    if (is_coordinator()) {
        coordinator_->requested(coordinator, received_);
    } else {
        messages_.send(coordinator, request, with_news(received_));
    }
    return true;
}

bool PartService::relay_requests() {
    if (!is_coordinator()) return false;
    bool did = false;
    while (const std::optional<Coordinator::Relay> next = coordinator_->next()) {
        did = true;
        if (next->victim == coordinator) {
            give(*next);
        } else {
            messages_.send(next->victim, relay, with_news(*next));
        }
    }
    return did;
}

// As a victim: WRK, or REJ.
void PartService::give(const Coordinator::Relay& asked) {
    Locality::StealReply chunk;
    if (!ended_) guarded([&] { chunk = home_.give(asked.thief); });
    if (chunk.tasks == 0) return reject(asked);
    termination_.sent_work();
    messages_.send(asked.thief, work, std::move(chunk.bytes));
    home_.note_sent();
    home_.sent_away(chunk.tasks);
    const Grant said{.thief = asked.thief, .number = asked.number};
    if (is_coordinator()) return coordinator_->granted(said.thief, said.number);
    messages_.send(coordinator, grant, with_news(said));
}

void PartService::reject(const Coordinator::Relay& asked) {
    if (is_coordinator()) return coordinator_->rejected(asked.thief, coordinator, received_);
    const Rejection said{.thief = asked.thief, .victim = messages_.self(), .received = received_};
    messages_.send(coordinator, rejection, with_news(said));
}

// As a thief.
void PartService::take(Bytes chunk) {
    termination_.received_work();
    asked_ = false;
    ++received_;
    if (!ended_) guarded([&] { home_.receive(std::move(chunk)); });
}

// What is wrong with the data, or with a user's function for them, ends the loop as if a worker had thrown it.
template <class Action>
void PartService::guarded(const Action& action) {
    if (home_.failure()) return;
    try {
        action();
    } catch (...) {
        home_.fail(std::current_exception());
    }
}

}  // namespace scrump::detail

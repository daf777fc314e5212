#include "server.hpp"

#include "shape.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/places.hpp>
#include <scrump/metrics/history.hpp>
#include <scrump/runtime/peers.hpp>

#include <algorithm>

namespace scrump {
namespace {

/// How long a thief is kept waiting for a worker that was asked to split: some beats.
constexpr std::chrono::microseconds patience_with_workers{300};

/// Most answers of a busy victim on the same host come within it.
constexpr std::chrono::microseconds usual_reply{200};

/// How often workers are looked at for the history and for observers.
constexpr std::chrono::milliseconds sample_interval{10};

}  // namespace

Server::Server(Locality& home, Transport& transport, Thief& thief, std::string title, Clock::time_point now)
    : home_(home),
      transport_(transport),
      thief_(thief),
      title_(std::move(title)),
      detector_(transport.self(), transport.size()),
      cut_(transport.self(), transport.size()),
      liveness_(transport.self(), transport.size(), home.options().dead_after, now),
      recording_(home.options().trace.wanted() && counting ? home.options().trace.events : 0, transport.self(),
                 transport.topology()),
      reports_(transport.self() == 0 ? transport.size() : 0),
      results_(transport.self() == 0 ? transport.size() : 0) {
    thief_.record_in(recording_.timeline());
    if (home.options().history || home.options().observe) next_sample_ = now + sample_interval;
}

bool Server::serve(Clock::time_point now) {
    bool busy = false;
    while (std::optional<Message> message = next_message(now)) {
        if (cut_.stopping()) {
            deferred_.push_back(std::move(*message));
        } else {
            handle(std::move(*message));
        }
        busy = true;
    }
    if (liveness_.beat_due(now)) {
        for (const unsigned watcher : liveness_.watchers()) send(watcher, Tag::beat, {});
    }
    if (ended_) return busy | close();
    sample(now);
    if (agreed_ && transport_.size() > 1) {
        if (const std::optional<Bytes> better = home_.improvement()) broadcast(Tag::incumbent, *better);
    }
    // Looked at first: who ended early wanted the end before it had no work left.
    const bool passive = home_.passive();
    if (home_.wanted_ending() != Ending::none) {
        stop_all(home_.wanted_ending() == Ending::node_limit ? Status::node_limit : Status::complete);
        return true;
    }
    send_finished();
    busy |= serve_peers();
    busy |= take_part_in_cut();
    if (home_.node_limit_reached()) ask_to_stop(Status::node_limit);
    if (thief_.gathers()) {
        home_.publish_summary(microseconds(now));
        thief_.refresh_if_due(now);
    }
    answer_waiting(now);
    if (passive) busy |= detect_termination();
    return busy | (!ended_ && steal(now));
}

std::optional<Server::Clock::time_point> Server::deadline() const {
    std::optional<Clock::time_point> first = liveness_.deadline();
    if (ended_) return first;
    const auto sooner = [&](std::optional<Clock::time_point> time) {
        if (time && (!first || *time < *first)) first = time;
    };
    sooner(next_sample_);
    if (!waiting_.empty()) sooner(waiting_.front().until);
    if (has_victims() && home_.starving()) sooner(thief_.next_try());
    sooner(thief_.next_refresh());
    return first;
}

bool Server::awaits_reply() const {
    return !ended_ && (thief_.awaits_reply() || (home_.peers() != nullptr && home_.peers()->awaits_reply()));
}

bool Server::expects_tasks(Clock::time_point now) const {
    const std::optional<Clock::time_point> asked = thief_.asked_at();
    return !ended_ && asked && now - *asked < usual_reply && home_.idle();
}

// --- Messages

void Server::send(unsigned to, Tag tag, Bytes payload) {
    ++thief_.traffic().messages;
    thief_.traffic().bytes += payload.size();
    record(TimelineEvent::Kind::send, to, static_cast<std::uint32_t>(tag), payload.size());
    transport_.send(to, static_cast<std::uint32_t>(tag), std::move(payload));
}

void Server::broadcast(Tag tag, const Bytes& payload) {
    for (unsigned to = 0; to < transport_.size(); ++to) {
        if (to != transport_.self()) send(to, tag, payload);
    }
}

void Server::record(TimelineEvent::Kind kind, unsigned peer, std::uint32_t tag, std::size_t bytes) {
    Timeline* const timeline = recording_.timeline();
    if (timeline == nullptr || closed_) return;
    timeline->add({.start = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count(),
                   .duration = 0,
                   .value = message_value(tag, bytes),
                   .peer = peer,
                   .kind = kind});
}

Recording::Send Server::ask_time() {
    return [this](unsigned to, Bytes question) { send(to, Tag::ask_time, std::move(question)); };
}

std::optional<Message> Server::next_message(Clock::time_point now) {
    if (!deferred_.empty() && !cut_.stopping()) {
        std::optional<Message> message = std::move(deferred_.front());
        deferred_.pop_front();
        return message;
    }
    std::optional<Message> message = transport_.receive();
    if (message) {
        liveness_.heard(message->source, now);
        record(TimelineEvent::Kind::receive, message->source, message->tag, message->payload.size());
    }
    return message;
}

void Server::handle(Message message) {
    switch (static_cast<Tag>(message.tag)) {
        case Tag::steal:
            return answer_steal(message.source);
        case Tag::tasks:
            return take_tasks(std::move(message));
        case Tag::ordered:
            return take_finished(std::move(message));
        case Tag::incumbent:
            if (home_.learn(std::move(message.payload))) home_.call_attention();
            return;
        case Tag::token:
            return detector_.received_token(Decoder(std::move(message.payload)).get<TerminationToken>());
        case Tag::stop:
            return end(Decoder(std::move(message.payload)).get<Status>());
        case Tag::cancel:
            return ask_to_stop(Decoder(std::move(message.payload)).get<Status>());
        case Tag::want_report:
            home_.call_attention();
            if (!ended_) send(message.source, Tag::report, Encoder().put(own_report()).take());
            return;
        case Tag::report:
            reports_[message.source] = Decoder(std::move(message.payload)).get<Report>();
            return;
        case Tag::result:
            return take_result(message.source, std::move(message.payload));
        case Tag::outcome:
            return take_outcome(std::move(message.payload));
        case Tag::marker:
            return take_marker(message.source, Decoder(std::move(message.payload)).get<Marker>());
        case Tag::share:
            return shares_.add_piece(message.source, std::move(message.payload));
        case Tag::beat:
            return;  // that it came is all that it says
        case Tag::want_figures: {
            Encoder figures;
            encode(figures, own_statistics());
            return send(message.source, Tag::figures, figures.take());
        }
        case Tag::figures: {
            Decoder figures(std::move(message.payload));
            if (!figures_.empty()) figures_[message.source] = decode_locality(figures);
            return;
        }
        case Tag::ask_time:
            return send(message.source, Tag::time, Recording::answer(message.payload));
        case Tag::time:
            return recording_.learn(message.source, std::move(message.payload), ask_time());
        case Tag::lane:
            return recording_.take(message.source, std::move(message.payload));
        case Tag::mail:
            if (home_.peers() != nullptr) home_.peers()->deliver(std::move(message.payload));
            return;
        case Tag::join:
            if (transport_.self() != 0) return agree();
            joined_.emplace_back(message.source, std::move(message.payload));
            return;
    }
}

void Server::announce_agreement() {
    agree();
    broadcast(Tag::join, {});
}

// --- Figures

// Has all workers say where they are. More seldom the longer the run takes: the history's intervals grow, too.
void Server::sample(Clock::time_point now) {
    if (!next_sample_ || now < *next_sample_) return;
    home_.call_attention();
    next_sample_ = now + std::max<Clock::duration>(sample_interval, (now - home_.began()) / History::most);
}

Report Server::report() {
    broadcast(Tag::want_report, {});
    home_.call_attention();  // so that the next figures are fresh
    reports_[transport_.self()] = own_report();
    Report sum;
    for (const Report& each : reports_) {
        sum.counters += each.counters;
        sum.busy_workers += each.busy_workers;
        sum.workers += each.workers;
    }
    return sum;
}

void Server::ask_for_figures() {
    if (!figures_.empty()) return;
    figures_.resize(transport_.size());
    figures_[transport_.self()] = own_statistics();
    broadcast(Tag::want_figures, {});
}

LocalityStatistics Server::own_statistics() const {
    LocalityStatistics own = home_.statistics(Clock::now(), closed_);
    own.title = title_;
    own.host = host_name();
    own.processors = usable_processors(home_.options());
    own.traffic = thief_.traffic();
    if (closed_) own.stolen_from = thief_.stolen_from();
    return own;
}

Report Server::own_report() const {
    return {.counters = home_.published(), .busy_workers = home_.busy_workers(), .workers = home_.size()};
}

void Server::compare_clocks(ClockOffset::When when) {
    if (recording_.wanted()) recording_.compare(when, ask_time());
}

// --- Stealing

bool Server::steal(Clock::time_point now) {
    if (!has_victims() || !home_.starving()) return false;
    const std::optional<unsigned> victim = thief_.next_victim(now);
    if (victim) send(*victim, Tag::steal, {});
    return victim.has_value();
}

// What workers have to do with those of other localities.
bool Server::serve_peers() {
    if (home_.peers() == nullptr) return false;
    return home_.peers()->serve([this](unsigned to, Bytes mail) { send(to, Tag::mail, std::move(mail)); });
}

// The owner of the order has all that is in order; steal stacks are stolen from by workers.
bool Server::has_victims() const {
    const Skeleton::Kind kind = home_.skeleton().kind;
    if (kind == Skeleton::Kind::steal_stack) return false;
    if (kind == Skeleton::Kind::ordered && transport_.self() == 0) return false;
    return transport_.size() > 1 && kind != Skeleton::Kind::sequential;
}

// A thief gets what waits, or else waits a moment itself, until a worker has split its work.
void Server::answer_steal(unsigned thief) {
    if (give(thief)) return;
    if (!ended_ && home_.expect_split(true)) {
        waiting_.push_back({thief, Clock::now() + patience_with_workers});
    } else {
        send_tasks(thief, {});
    }
}

bool Server::give(unsigned thief) {
    if (ended_) return false;
    const Locality::Gift gift = home_.give_tasks();
    if (gift.tasks == 0) return false;
    send_tasks(thief, gift);
    return true;
}

void Server::answer_waiting(Clock::time_point now) {
    if (waiting_.empty()) return;
    const bool hopeless = home_.passive();
    while (!waiting_.empty()) {
        const Waiting next = waiting_.front();
        if (!give(next.thief)) {
            if (!hopeless && now < next.until) break;
            send_tasks(next.thief, {});
        }
        waiting_.pop_front();
    }
    home_.expect_split(!waiting_.empty());
}

void Server::send_tasks(unsigned thief, const Locality::Gift& gift) {
    if (gift.tasks > 0) detector_.sent_work();
    const auto tasks = static_cast<std::uint64_t>(gift.tasks);
    send(thief, Tag::tasks, Encoder().put(home_.board().read()).put(tasks).append(gift.bytes).take());
    home_.sent_away(gift.tasks);
}

void Server::take_tasks(Message message) {
    Decoder from(std::move(message.payload));
    const auto left = from.get<Summary>();
    const auto count = from.get<std::uint64_t>();
    if (count == 0) return thief_.refused(message.source, left, Clock::now());
    Bytes tasks = from.rest();
    if (cut_.crosses(message.source)) cut_.add(home_.state_of_tasks(tasks));
    detector_.received_work();
    if (!ended_) home_.receive(std::move(tasks));
    thief_.received(message.source, count, left, Clock::now());
}

// An ordered task that was executed here is finished where the order is kept. The owner has counted it as its own work
// all the time, so the message is work for the owner.
void Server::send_finished() {
    for (Bytes& finished : home_.take_finished()) {
        detector_.sent_work();
        send(0, Tag::ordered, std::move(finished));
    }
}

void Server::take_finished(Message message) {
    detector_.received_work();
    if (cut_.crosses(message.source)) cut_.add(home_.state_of_finished(message.payload));
    if (!ended_) {
        home_.receive_finished(std::move(message.payload));
    } else if (status_ != Status::complete) {
        home_.commit_finished(std::move(message.payload));
    }
}

// --- Checkpoints

void Server::begin_cut(bool last) {
    shares_.expect(transport_.size());
    enter_cut({.last = last});
}

void Server::enter_cut(Marker marker) {
    cut_.begin(marker);
    home_.call_together();
}

void Server::take_marker(unsigned from, Marker marker) {
    if (ended_) return;
    if (!cut_.under_way()) enter_cut(marker);
    cut_.marker_from(from);
}

// Notes what there is here as soon as all workers stand still, and delivers it when nothing that was on its way can
// come any more.
bool Server::take_part_in_cut() {
    if (!cut_.under_way()) return false;
    bool busy = false;
    if (cut_.stopping()) {
        if (!home_.rendezvous().all_here()) return false;
        noted_.counters = home_.counters();
        noted_.counters.steals_tried += thief_.traffic().steals_tried;
        noted_.counters.steals_won += thief_.traffic().steals_won;
        cut_.note(home_.state());
        broadcast(Tag::marker, Encoder().put(cut_.marker()).take());
        noted_.pause = cut_.last() ? Clock::duration::zero() : home_.rendezvous().dismiss();
        busy = true;
    }
    if (!cut_.whole()) return busy;
    noted_.state = cut_.take();
    deliver(std::move(noted_));
    return true;
}

void Server::deliver(CheckpointShare share) {
    if (transport_.self() == 0) return shares_.add(0, std::move(share));
    in_pieces(share, [this](Bytes piece) { send(0, Tag::share, std::move(piece)); });
}

// --- The end

void Server::stop_all(Status status) {
    broadcast(Tag::stop, Encoder().put(status).take());
    end(status);
}

void Server::ask_to_stop(Status why) {
    if (transport_.self() == 0) {
        wanted_stop_ = wanted_stop_.value_or(why);
    } else if (!std::exchange(asked_to_stop_, true)) {
        send(0, Tag::cancel, Encoder().put(why).take());
    }
}

bool Server::detect_termination() {
    const TerminationDetector::Action action = detector_.passive();
    if (action.token) send(action.to, Tag::token, Encoder().put(*action.token).take());
    if (action.terminated) stop_all(Status::complete);
    return action.token.has_value() || action.terminated;
}

void Server::end(Status status) {
    if (ended_) return;
    ended_ = true;
    status_ = status;
    cut_.abandon();
    home_.release();
}

// Nobody waits here until the last worker has come to the end of its node: that may take long.
bool Server::close() {
    if (closed_ || !home_.released()) return false;
    closed_ = true;
    home_.end();
    deliver_timelines();
    home_.collect(status_ != Status::complete);
    if (transport_.self() != 0) send_result();
    return true;
}

void Server::deliver_timelines() {
    if (!recording_.wanted()) return;
    const auto deliver = [this](unsigned worker, const Timeline* timeline) {
        if (timeline == nullptr) return;
        recording_.deliver(worker, *timeline, [this](Bytes piece) {
            if (transport_.self() == 0) return recording_.take(0, std::move(piece));
            send(0, Tag::lane, std::move(piece));
        });
    };
    for (unsigned worker = 0; worker < home_.size(); ++worker) {
        deliver(worker, home_.worker(worker).record().meter().timeline());
    }
    deliver(TraceLane::communication, recording_.timeline());
}

void Server::send_result() {
    Encoder message;
    message.put(home_.wanted_ending() == Ending::found).put(home_.failure_text());
    encode(message, own_statistics());
    message.put(home_.improvements(home_.began())).append(home_.answer());
    send(0, Tag::result, message.take());
}

void Server::take_result(unsigned source, Bytes payload) {
    Decoder from(std::move(payload));
    found_ |= from.get<bool>();
    const auto why = from.get<std::string>();
    results_[source] = decode_locality(from);
    home_.merge_improvements(from.get<std::vector<Improvement>>());
    if (failure_.empty() && !why.empty()) {
        failure_ = (results_[source].title.empty() ? "" : results_[source].title + ": ") + why;
    }
    home_.merge(from.rest());
    ++gathered_;
}

std::vector<LocalityStatistics> Server::localities() {
    results_[transport_.self()] = own_statistics();
    return std::move(results_);
}

void Server::announce(const Outcome& outcome, unsigned first) {
    if (first == transport_.size()) return;
    Encoder message;
    encode(message, outcome);
    const Bytes bytes = message.append(home_.answer()).take();
    for (unsigned to = first; to < transport_.size(); ++to) send(to, Tag::outcome, bytes);
}

void Server::take_outcome(Bytes payload) {
    Decoder from(std::move(payload));
    announced_ = decode_outcome(from);
    home_.take_over(from.rest());
}

}  // namespace scrump

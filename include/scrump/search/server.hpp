#pragma once
// A locality's side towards the others: answers their steal requests and makes its own, spreads incumbents, takes part
// in finding out that all is done, and ends the run. Served by one thread, which alone uses the transport.

#include <scrump/base/clock.hpp>
#include <scrump/net/transport.hpp>
#include <scrump/runtime/termination.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/search/outcome.hpp>
#include <scrump/search/thief.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// What localities say to each other. Tags are stable: they are part of the protocol.
enum class Tag : std::uint32_t {
    steal = 1,
    tasks,
    ordered,
    incumbent,
    token,
    stop,
    cancel,
    want_report,
    report,
    result,
    outcome
};

template <class Search>
class Server {
  public:
    using Clock = std::chrono::steady_clock;
    using Home = Locality<Search>;
    using SearchTask = Task<Search>;

    /// `title` names the locality's process.
    Server(Home& home, Search& search, Transport& transport, Thief& thief, std::string title)
        : home_(home),
          search_(search),
          transport_(transport),
          thief_(thief),
          title_(std::move(title)),
          detector_(transport.self(), transport.size()),
          reports_(transport.size()),
          results_(transport.size()) {}

    /// Does all there is to do now; says whether it did anything that may have made more to do.
    bool serve(Clock::time_point now) {
        bool busy = false;
        while (std::optional<Message> message = transport_.receive()) {
            handle(std::move(*message));
            busy = true;
        }
        if (ended_) return busy;
        if (transport_.size() > 1) spread_improvement();
        // Looked at first: who ended early wanted the end before it had no work left.
        const bool passive = home_.passive();
        if (home_.wanted_ending() != Ending::none) {
            stop_all(home_.wanted_ending() == Ending::node_limit ? Status::node_limit : Status::complete);
            return true;
        }
        send_finished();
        if (thief_.gathers()) {
            home_.publish_summary(microseconds(now));
            thief_.refresh_if_due(now);
        }
        answer_waiting(now);
        if (passive) busy |= detect_termination();
        return busy | (!ended_ && steal(now));
    }

    /// When serve() is to be called again even if nothing happens.
    std::optional<Clock::time_point> deadline() const {
        std::optional<Clock::time_point> first;
        if (ended_) return first;
        const auto sooner = [&](std::optional<Clock::time_point> time) {
            if (time && (!first || *time < *first)) first = time;
        };
        if (!waiting_.empty()) sooner(waiting_.front().until);
        if (has_victims() && home_.starving()) sooner(thief_.next_try());
        sooner(thief_.next_refresh());
        return first;
    }
    bool awaits_reply() const { return !ended_ && thief_.awaits_reply(); }
    /// Whether tasks are expected any moment and nobody here has anything else to do: to sleep would only make it
    /// longer.
    bool expects_tasks(Clock::time_point now) const {
        const std::optional<Clock::time_point> asked = thief_.asked_at();
        return !ended_ && asked && now - *asked < usual_reply && home_.idle();
    }

    /// Ends the run everywhere.
    void stop_all(Status status) {
        broadcast(Tag::stop, Encoder().put(status).take());
        end(status);
    }
    /// Asks locality 0 to stop the run because this process was told to.
    void ask_to_cancel() {
        if (!std::exchange(asked_to_cancel_, true)) send(0, Tag::cancel, {});
    }
    /// Locality 0: whether another locality asked for that.
    bool cancelled() const { return cancelled_; }

    bool ended() const { return ended_; }
    Status status() const { return status_; }

    /// Locality 0: the figures of all localities, each as last reported; all are asked to report anew.
    Report report() {
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

    /// Locality 0: whether all localities have sent their results. Their answers are merged into the search.
    bool complete() const { return ended_ && gathered_ + 1 == transport_.size(); }
    std::vector<LocalityStatistics> localities() {
        results_[transport_.self()] = own_statistics();
        return results_;
    }
    /// Locality 0: what went wrong in another locality, unless another one found what ends the search.
    const std::string& failure() const { return found_ ? none_ : failure_; }

    /// Locality 0: lets all others, from `first` on, know what the run came to.
    void announce(const Outcome<Search>& outcome, unsigned first) {
        if constexpr (Search::transferable) {
            const Bytes bytes = encode(outcome);
            for (unsigned to = first; to < transport_.size(); ++to) send(to, Tag::outcome, bytes);
        }
    }
    /// Others: what locality 0 announced.
    std::optional<Outcome<Search>>& announced() { return announced_; }

  private:
    /// How long a thief is kept waiting for a worker that was asked to split: some beats.
    static constexpr std::chrono::microseconds patience_with_workers{300};

    /// Most answers of a busy victim on the same host come within it.
    static constexpr std::chrono::microseconds usual_reply{200};

    struct Waiting {
        unsigned thief;
        Clock::time_point until;
    };

    void send(unsigned to, Tag tag, Bytes payload) {
        ++thief_.traffic().messages;
        thief_.traffic().bytes += payload.size();
        transport_.send(to, static_cast<std::uint32_t>(tag), std::move(payload));
    }
    void broadcast(Tag tag, const Bytes& payload) {
        for (unsigned to = 0; to < transport_.size(); ++to) {
            if (to != transport_.self()) send(to, tag, payload);
        }
    }

    void spread_improvement() {
        if (const std::optional<Bytes> better = search_.improvement()) broadcast(Tag::incumbent, *better);
    }

    void handle(Message message) {
        switch (static_cast<Tag>(message.tag)) {
            case Tag::steal:
                return answer_steal(message.source);
            case Tag::tasks:
                return take_tasks(std::move(message));
            case Tag::ordered:
                return take_ordered(std::move(message.payload));
            case Tag::incumbent:
                if (search_.learn(std::move(message.payload))) home_.call_attention();
                return;
            case Tag::token:
                return detector_.received_token(Decoder(std::move(message.payload)).get<TerminationToken>());
            case Tag::stop:
                return end(Decoder(std::move(message.payload)).get<Status>());
            case Tag::cancel:
                cancelled_ = true;
                return;
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
                if constexpr (Search::transferable) announced_ = decode_outcome<Search>(std::move(message.payload));
                return;
        }
    }

    // --- Stealing

    bool steal(Clock::time_point now) {
        if (!has_victims() || !home_.starving()) return false;
        const std::optional<unsigned> victim = thief_.next_victim(now);
        if (victim) send(*victim, Tag::steal, {});
        return victim.has_value();
    }

    // The owner of the order has all that is in order.
    bool has_victims() const {
        const Skeleton::Kind kind = home_.skeleton().kind;
        if (kind == Skeleton::Kind::ordered && transport_.self() == 0) return false;
        return transport_.size() > 1 && kind != Skeleton::Kind::sequential;
    }

    // A thief gets what waits, or else waits a moment itself, until a worker has split its work.
    void answer_steal(unsigned thief) {
        if (give(thief)) return;
        if (!ended_ && home_.expect_split(true)) {
            waiting_.push_back({thief, Clock::now() + patience_with_workers});
        } else {
            send_tasks(thief, {});
        }
    }

    bool give(unsigned thief) {
        if (ended_) return false;
        const std::vector<SearchTask> tasks = home_.give_tasks();
        if (tasks.empty()) return false;
        send_tasks(thief, tasks);
        return true;
    }

    void answer_waiting(Clock::time_point now) {
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

    void send_tasks(unsigned thief, const std::vector<SearchTask>& tasks) {
        Encoder reply;
        reply.put(home_.board().read()).put(static_cast<std::uint64_t>(tasks.size()));
        if constexpr (Search::transferable) {
            for (const SearchTask& task : tasks) {
                reply.put(task.node).put(task.depth).put(task.place).put(task.order);
                Search::encode(reply, task.start);
            }
        }
        if (!tasks.empty()) detector_.sent_work();
        send(thief, Tag::tasks, reply.take());
        home_.sent_away(tasks.size());
    }

    void take_tasks(Message message) {
        Decoder from(std::move(message.payload));
        const auto left = from.get<Summary>();
        const auto count = from.get<std::uint64_t>();
        if (count == 0) return thief_.refused(message.source, left, Clock::now());
        std::vector<SearchTask> tasks;
        if constexpr (Search::transferable) {
            for (std::uint64_t i = 0; i < count; ++i) {
                SearchTask task;
                task.node = from.get<typename Search::Node>();
                task.depth = from.get<unsigned>();
                task.place = from.get<HeuristicPlace>();
                task.order = from.get<std::uint64_t>();
                Search::decode(from, task.start);
                tasks.push_back(std::move(task));
            }
        }
        detector_.received_work();
        if (!ended_) home_.receive(std::move(tasks));
        thief_.received(message.source, count, left, Clock::now());
    }

    // An ordered task that was executed here is finished where the order is kept. The owner has counted it as its own
    // work all the time, so the message is work for the owner.
    void send_finished() {
        for (auto& finished : home_.take_finished_elsewhere()) {
            Encoder message;
            message.put(finished.order).put(finished.outcome.cost);
            if constexpr (Search::transferable) Search::encode(message, finished.outcome.finish);
            detector_.sent_work();
            send(0, Tag::ordered, message.take());
        }
    }
    void take_ordered(Bytes payload) {
        detector_.received_work();
        Decoder from(std::move(payload));
        typename Home::FinishedElsewhere finished{};
        finished.order = from.get<std::uint64_t>();
        finished.outcome.cost = from.get<Counters>();
        if constexpr (Search::transferable) Search::decode(from, finished.outcome.finish);
        if (!ended_) {
            home_.receive_finished(std::move(finished));
        } else if (status_ != Status::complete) {
            search_.commit(finished.outcome.finish);  // late, but perhaps the best known
        }
    }

    // --- The end

    bool detect_termination() {
        const TerminationDetector::Action action = detector_.passive();
        if (action.token) send(action.to, Tag::token, Encoder().put(*action.token).take());
        if (action.terminated) stop_all(Status::complete);
        return action.token.has_value() || action.terminated;
    }

    void end(Status status) {
        if (ended_) return;
        ended_ = true;
        status_ = status;
        home_.end();
        if (status != Status::complete) home_.commit_what_is_left();
        for (unsigned index = 0; index < home_.size(); ++index) search_.collect(home_.worker(index).visitor());
        if (transport_.self() != 0) send_result();
    }

    void send_result() {
        Encoder message;
        message.put(home_.wanted_ending() == Ending::found).put(home_.failure_text());
        encode(message, own_statistics());
        if constexpr (Search::transferable) Search::encode(message, search_.take_answer());
        send(0, Tag::result, message.take());
    }
    void take_result(unsigned source, Bytes payload) {
        Decoder from(std::move(payload));
        found_ |= from.get<bool>();
        const auto why = from.get<std::string>();
        results_[source] = decode_locality(from);
        if (failure_.empty() && !why.empty()) {
            failure_ = (results_[source].title.empty() ? "" : results_[source].title + ": ") + why;
        }
        if constexpr (Search::transferable) {
            typename Search::Answer answer{};
            Search::decode(from, answer);
            search_.merge(answer);
        }
        ++gathered_;
    }

    LocalityStatistics own_statistics() {
        return {.title = title_, .workers = home_.counters(), .traffic = thief_.traffic()};
    }
    Report own_report() const {
        return {.counters = home_.published(), .busy_workers = home_.busy_workers(), .workers = home_.size()};
    }

    Home& home_;
    Search& search_;
    Transport& transport_;
    Thief& thief_;
    const std::string title_;
    TerminationDetector detector_;
    std::deque<Waiting> waiting_;  // thieves whose answer is still open, the longest waiting first

    bool asked_to_cancel_ = false;
    bool cancelled_ = false;
    bool ended_ = false;
    Status status_ = Status::complete;

    // Of locality 0.
    std::vector<Report> reports_;
    std::vector<LocalityStatistics> results_;
    unsigned gathered_ = 0;
    bool found_ = false;
    std::string failure_;
    const std::string none_;

    std::optional<Outcome<Search>> announced_;
};

}  // namespace scrump

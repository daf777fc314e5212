#pragma once
// A locality's side towards the others: answers their steal requests and makes its own, spreads incumbents, takes part
// in finding out that all is done, and ends the run. Served by one thread, which alone uses the transport.

#include <scrump/net/transport.hpp>
#include <scrump/runtime/termination.hpp>
#include <scrump/search/locality.hpp>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace scrump {

/// What localities say to each other. Tags are stable: they are part of the protocol.
enum class Tag : std::uint32_t { steal = 1, tasks, ordered, incumbent, token, stop, report, result };

/// A locality's figures on the way to locality 0.
struct Report {
    Counters counters;
    unsigned busy_workers = 0;
    unsigned workers = 0;
};

template <class Search>
class Server {
  public:
    using Clock = std::chrono::steady_clock;
    using Home = Locality<Search>;
    using SearchTask = Task<Search>;

    Server(Home& home, Search& search, Transport& transport, std::uint64_t seed)
        : home_(home),
          search_(search),
          transport_(transport),
          detector_(transport.self(), transport.size()),
          victims_(transport.self(), transport.size(), ~seed),
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
        if (home_.wanted_ending() != Ending::none) {
            stop_all(home_.wanted_ending() == Ending::node_limit ? Status::node_limit : Status::complete);
            return true;
        }
        send_finished();
        if (home_.passive()) busy |= detect_termination();
        return busy | (!ended_ && steal(now));
    }

    /// When serve() is to be called again even if nothing happens.
    std::optional<Clock::time_point> deadline() const {
        if (ended_ || asked_ || !has_victims() || !home_.starving()) return std::nullopt;
        return next_steal_;
    }

    /// Ends the run everywhere.
    void stop_all(Status status) {
        broadcast(Tag::stop, Encoder().put(status).take());
        end(status);
    }

    bool ended() const { return ended_; }
    Status status() const { return status_; }

    /// Locality 0: the figures of all localities, each as last reported.
    Report report() {
        reports_[transport_.self()] = own_report();
        Report sum;
        for (const Report& each : reports_) {
            sum.counters += each.counters;
            sum.busy_workers += each.busy_workers;
            sum.workers += each.workers;
        }
        return sum;
    }
    /// Other localities: sends the figures to locality 0.
    void send_report() {
        if (!ended_) send(0, Tag::report, Encoder().put(own_report()).take());
    }

    /// Locality 0: whether all localities have sent their results. Their answers are merged into the search.
    bool complete() const { return ended_ && gathered_ + 1 == transport_.size(); }
    std::vector<Counters> workers() const {
        std::vector<Counters> all = own_counters();
        for (const std::vector<Counters>& each : results_) all.insert(all.end(), each.begin(), each.end());
        return all;
    }

  private:
    static constexpr std::chrono::microseconds first_pause{50};
    static constexpr std::chrono::microseconds longest_pause{2000};

    void send(unsigned to, Tag tag, Bytes payload) {
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
                return take_tasks(message);
            case Tag::ordered:
                return take_ordered(std::move(message.payload));
            case Tag::incumbent:
                if (search_.learn(std::move(message.payload))) home_.call_attention();
                return;
            case Tag::token:
                return detector_.received_token(Decoder(std::move(message.payload)).get<TerminationToken>());
            case Tag::stop:
                return end(Decoder(std::move(message.payload)).get<Status>());
            case Tag::report:
                reports_[message.source] = Decoder(std::move(message.payload)).get<Report>();
                return;
            case Tag::result:
                return take_result(message.source, std::move(message.payload));
        }
    }

    // --- Stealing

    bool steal(Clock::time_point now) {
        if (asked_ || !has_victims() || now < next_steal_ || !home_.starving()) return false;
        send(ordered() ? 0 : *victims_.choose(), Tag::steal, {});
        asked_ = true;
        ++tried_;
        return true;
    }

    // Ordered tasks are all handed out by locality 0.
    bool ordered() const { return home_.skeleton().kind == Skeleton::Kind::ordered; }
    bool has_victims() const { return transport_.size() > 1 && !(ordered() && transport_.self() == 0); }

    void answer_steal(unsigned thief) {
        std::vector<SearchTask> tasks;
        if (!ended_) tasks = home_.give_tasks();
        Encoder reply;
        reply.put(static_cast<std::uint64_t>(tasks.size()));
        if constexpr (Search::transferable) {
            for (const SearchTask& task : tasks) {
                reply.put(task.node).put(task.depth).put(task.order);
                Search::encode(reply, task.start);
            }
        }
        if (!tasks.empty()) detector_.sent_work();
        send(thief, Tag::tasks, reply.take());
        home_.sent_away(tasks.size());
    }

    void take_tasks(const Message& message) {
        asked_ = false;
        Decoder from(message.payload);
        const auto count = from.get<std::uint64_t>();
        if (count == 0) {
            victims_.failed();
            next_steal_ = Clock::now() + pause_;
            pause_ = std::min(pause_ * 2, longest_pause);
            return;
        }
        std::vector<SearchTask> tasks;
        if constexpr (Search::transferable) {
            for (std::uint64_t i = 0; i < count; ++i) {
                SearchTask task;
                task.node = from.get<typename Search::Node>();
                task.depth = from.get<unsigned>();
                task.order = from.get<std::uint64_t>();
                Search::decode(from, task.start);
                tasks.push_back(std::move(task));
            }
        }
        detector_.received_work();
        victims_.succeeded(message.source);
        pause_ = first_pause;
        ++won_;
        if (!ended_) home_.receive(std::move(tasks));
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
        if (transport_.self() == 0) return;
        const std::vector<Counters> counters = own_counters();
        Encoder message;
        message.put(static_cast<std::uint64_t>(counters.size()));
        for (const Counters& each : counters) message.put(each);
        if constexpr (Search::transferable) Search::encode(message, search_.take_answer());
        send(0, Tag::result, message.take());
    }

    void take_result(unsigned source, Bytes payload) {
        Decoder from(std::move(payload));
        results_[source].resize(from.get<std::uint64_t>());
        for (Counters& each : results_[source]) each = from.get<Counters>();
        if constexpr (Search::transferable) {
            typename Search::Answer answer{};
            Search::decode(from, answer);
            search_.merge(answer);
        }
        ++gathered_;
    }

    // Steals between localities are the first worker's.
    std::vector<Counters> own_counters() const {
        std::vector<Counters> counters = home_.counters();
        counters.front().steals_tried += tried_;
        counters.front().steals_won += won_;
        return counters;
    }

    Report own_report() const {
        return {.counters = home_.published(), .busy_workers = home_.busy_workers(), .workers = home_.size()};
    }

    Home& home_;
    Search& search_;
    Transport& transport_;
    TerminationDetector detector_;

    StickyRandom victims_;
    bool asked_ = false;  // one request at a time
    Clock::time_point next_steal_{};
    std::chrono::microseconds pause_ = first_pause;
    std::uint64_t tried_ = 0;
    std::uint64_t won_ = 0;

    bool ended_ = false;
    Status status_ = Status::complete;
    unsigned gathered_ = 0;
    std::vector<Report> reports_;
    std::vector<std::vector<Counters>> results_;
};

}  // namespace scrump

#include "statistics_exchange.hpp"

#include "local_snapshots.hpp"

#include <scrump/metrics/detail/history.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump::detail {
namespace {

/// Interval at which workers are sampled for the history and for observers: reports show their last published figures.
constexpr std::chrono::milliseconds sample_interval{10};

}  // namespace

StatisticsExchange::StatisticsExchange(MessageDispatcher& messages, Locality& home,
                                       std::function<LocalityStatistics()> own, Clock::time_point now)
    : messages_(messages), home_(home), own_(std::move(own)), reports_(messages.self() == 0 ? messages.size() : 0) {
    if (home.settings().sampled || home.settings().report_interval) next_sample_ = now + sample_interval;
    messages.handle(want_report, [this](auto, unsigned from, const Bytes&) {
        home_.call_attention();
        if (!ended_) messages_.send(from, here_is_report, Encoder().put(own_report()).take());
    });
    messages.handle(here_is_report, [this](auto, unsigned from, Bytes payload) {
        reports_[from] = Decoder(std::move(payload)).get<ProgressReport>();
    });
    messages.handle(want_figures, [this](auto, unsigned from, const Bytes&) {
        Encoder figures;
        encode(figures, own_());
        messages_.send(from, here_are_figures, figures.take());
    });
    messages.handle(here_are_figures, [this](auto, unsigned from, Bytes payload) {
        Decoder figures(std::move(payload));
        if (!figures_.empty()) figures_[from] = decode_locality(figures);
    });
}

// More seldom the longer the run takes: the history's intervals grow, too.
bool StatisticsExchange::on_time(Clock::time_point now) {
    if (!next_sample_ || now < *next_sample_) return false;
    home_.call_attention();
    next_sample_ = now + std::max<Clock::duration>(sample_interval, (now - home_.began()) / History::most);
    return false;
}

ProgressReport StatisticsExchange::report() {
    messages_.broadcast(want_report, {});
    home_.call_attention();  // so that the next figures are fresh
    reports_[messages_.self()] = own_report();
    ProgressReport sum;
    for (const ProgressReport& each : reports_) {
        sum.counters += each.counters;
        sum.work += each.work;
        sum.busy_workers += each.busy_workers;
        sum.workers += each.workers;
    }
    return sum;
}

void StatisticsExchange::ask() {
    if (!figures_.empty()) return;
    figures_.resize(messages_.size());
    figures_[messages_.self()] = own_();
    messages_.broadcast(want_figures, {});
}

std::optional<std::vector<LocalityStatistics>> StatisticsExchange::take() {
    return take_if_whole(figures_);
}

ProgressReport StatisticsExchange::own_report() const {
    return {.counters = home_.published(),
            .work = home_.work(),
            .busy_workers = home_.busy_workers(),
            .workers = home_.size()};
}

}  // namespace scrump::detail

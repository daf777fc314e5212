#include "run_end.hpp"

#include <utility>

namespace scrump::detail {

namespace {

// Statistics that are made where they are to be: they have thousands of bytes.
struct InPlace {
    const std::function<LocalityStatistics()>& own;
    operator LocalityStatistics() const { return own(); }
};

}  // namespace

RunEnd::RunEnd(MessageDispatcher& messages, Locality& home, Calls calls)
    : messages_(messages), home_(home), calls_(std::move(calls)) {
    messages.handle(stop, [this](auto, unsigned, Bytes why) { end(Decoder(std::move(why)).get<Status>()); });
    messages.handle(cancel, [this](auto, unsigned, Bytes why) { ask_to_stop(Decoder(std::move(why)).get<Status>()); });
    messages.handle(result, [this](auto, unsigned from, Bytes found) { take_result(from, std::move(found)); });
    messages.handle(outcome_is, [this](auto, unsigned, Bytes outcome) { announced_ = std::move(outcome); });
}

bool RunEnd::on_time(Clock::time_point) {
    if (ended_) return close();
    if (home_.wanted_ending() != Ending::none) {
        stop_all(home_.wanted_status());
        return true;
    }
    if (const std::optional<Status> limit = home_.limit_reached()) ask_to_stop(*limit);
    return false;
}

void RunEnd::stop_all(Status status) {
    messages_.broadcast(stop, Encoder().put(status).take());
    end(status);
}

void RunEnd::ask_to_stop(Status why) {
    if (messages_.self() == 0) {
        wanted_stop_ = wanted_stop_.value_or(why);
    } else if (!std::exchange(asked_to_stop_, true)) {
        messages_.send(0, cancel, Encoder().put(why).take());
    }
}

void RunEnd::end(Status status) {
    if (ended_) return;
    ended_ = true;
    status_ = status;
    home_.release();  // first: a thread that these calls release sees that the run has ended
    home_.leave_out_others();
    calls_.ends(status);
}

// Nothing waits here until the last worker has finished its current work: that may take long.
bool RunEnd::close() {
    if (closed_ || !home_.released()) return false;
    closed_ = true;
    home_.end();
    home_.collect(status_ != Status::complete);
    calls_.closes();
    if (messages_.self() != 0) send_result();
    return true;
}

void RunEnd::send_result() {
    Encoder message;
    message.put(home_.wanted_ending() == Ending::found).put(home_.failure_text());
    encode(message, calls_.own());
    message.append(home_.result());
    messages_.send(0, result, message.take());
}

void RunEnd::take_result(unsigned source, Bytes payload) {
    Decoder from(std::move(payload));
    found_ |= from.get<bool>();
    const auto why = from.get<std::string>();
    LocalityStatistics figures = decode_locality(from);
    if (failure_.empty() && !why.empty()) failure_ = (figures.title.empty() ? "" : figures.title + ": ") + why;
    results_.emplace(source, std::move(figures));
    home_.merge_result(from.rest());
    ++gathered_;
}

std::vector<LocalityStatistics> RunEnd::localities() {
    std::vector<LocalityStatistics> all;
    all.reserve(messages_.size());
    for (unsigned each = 0; each < messages_.size(); ++each) {
        if (each == messages_.self()) {
            all.emplace_back(InPlace{calls_.own});
        } else {
            all.push_back(std::move(results_.at(each)));
        }
    }
    return all;
}

void RunEnd::announce(const Bytes& outcome, unsigned first) {
    for (unsigned to = first; to < messages_.size(); ++to) messages_.send(to, outcome_is, outcome);
}

}  // namespace scrump::detail

#include "message_passing_stack.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::detail {

MessagePassingStack::MessagePassingStack(const Setting& setting, OpenNodes& private_part, WorkerEndpoint& endpoint)
    : setting_(setting),
      local_(private_part),
      endpoint_(endpoint),
      order_(setting.order(endpoint)),
      detector_(endpoint.self(), endpoint.size()) {}

void MessagePassingStack::poll(std::uint64_t nodes) {
    unpolled_ += nodes;
    if (unpolled_ < setting_.protocol.poll) return;
    unpolled_ = 0;
    while (const std::optional<WorkerMessage> message = endpoint_.receive()) handle(*message);
}

std::size_t MessagePassingStack::stock() const {
    return endpoint_.size() == 1 ? 0 : 2 * std::size_t{setting_.protocol.chunk};
}

// Asks one after the other until one has work. A worker that has none itself passes on the token.
bool MessagePassingStack::refill() {
    if (endpoint_.size() == 1) return false;
    for (unsigned round = 0; !over_; ++round) {
        setting_.enter(State::searching);
        for (const unsigned victim : order_.next_cycle()) {
            ask(victim);
            while (asked_ && !over_ && !endpoint_.ending()) {
                while (const std::optional<WorkerMessage> message = endpoint_.receive()) handle(*message);
                if (!local_.empty()) return true;
                pass_token();
                if (asked_ && !over_) endpoint_.wait_for_message();
            }
            if (!local_.empty()) return true;
            if (over_ || endpoint_.ending()) return false;
        }
        setting_.enter(State::terminating);
        endpoint_.pause(round);
    }
    return false;
}

void MessagePassingStack::handle(const WorkerMessage& message) {
    Decoder from(message.text);
    switch (from.get<Subject>()) {
        case Subject::request:
            return answer(message.from);
        case Subject::work:
            return take(message.from, from);
        case Subject::refusal:
            asked_ = false;
            ++counts_.failed_probes;
            return setting_.tried(message.from, 0);
        case Subject::token:
            return detector_.received_token(from.get<TerminationToken>());
        case Subject::end:
            over_ = true;
            return;
    }
}

// The oldest nodes are given, if enough stay: the thief has none.
void MessagePassingStack::answer(unsigned thief) {
    const std::size_t chunk = setting_.protocol.chunk;
    if (local_.size() < 2 * chunk) return send(thief, Subject::refusal);
    std::vector<OpenNodes::PackedWord> words;
    local_.pack(0, chunk, words);
    local_.drop_front(chunk);
    detector_.sent_work();
    endpoint_.send(thief, Encoder().put(Subject::work).put(words).take());
    ++counts_.releases;
}

void MessagePassingStack::take(unsigned victim, Decoder& from) {
    setting_.enter(State::stealing);
    const std::size_t chunk = setting_.protocol.chunk;
    local_.unpack(chunk, from.get<std::vector<OpenNodes::PackedWord>>());
    detector_.received_work();
    asked_ = false;
    ++counts_.steals;
    ++counts_.chunks_stolen;
    setting_.tried(victim, chunk);
}

void MessagePassingStack::pass_token() {
    const TerminationDetector::Action action = detector_.passive();
    if (action.token) endpoint_.send(action.to, Encoder().put(Subject::token).put(*action.token).take());
    if (!action.terminated) return;
    for (unsigned other = 1; other < endpoint_.size(); ++other) send(other, Subject::end);
    over_ = true;
}

void MessagePassingStack::ask(unsigned victim) {
    asked_ = true;
    send(victim, Subject::request);
}

void MessagePassingStack::send(unsigned to, Subject subject) {
    endpoint_.send(to, Encoder().put(subject).take());
}

}  // namespace scrump::detail

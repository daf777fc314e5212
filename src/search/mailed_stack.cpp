#include "mailed_stack.hpp"

#include <scrump/search/checks.hpp>

#include <algorithm>
#include <cstring>

namespace scrump {

MailedStack::MailedStack(const Setting& setting, WordColumns& private_part, Peer& peer)
    : setting_(setting),
      local_(private_part),
      peer_(peer),
      order_(setting.order(peer)),
      detector_(peer.self(), peer.size()),
      comfortable_(setting.comfortable()) {}

void MailedStack::tend(std::uint64_t nodes) {
    unpolled_ += nodes;
    if (unpolled_ < setting_.protocol.poll) return;
    unpolled_ = 0;
    while (const std::optional<Mail> mail = peer_.receive()) handle(*mail);
}

// Asks one after the other until somebody has work. Who has none itself passes on the token.
bool MailedStack::refill() {
    if (peer_.size() == 1) return false;
    for (unsigned round = 0; !over_; ++round) {
        setting_.enter(State::searching);
        for (const unsigned victim : order_.next_cycle()) {
            ask(victim);
            while (asked_ && !over_ && !peer_.ending()) {
                while (const std::optional<Mail> mail = peer_.receive()) handle(*mail);
                if (!local_.empty()) return true;
                pass_token();
                if (asked_ && !over_) peer_.wait_for_mail();
            }
            if (!local_.empty()) return true;
            if (over_ || peer_.ending()) return false;
        }
        setting_.enter(State::terminating);
        peer_.pause(round);
    }
    return false;
}

void MailedStack::handle(const Mail& mail) {
    Decoder from(mail.text);
    switch (from.get<Subject>()) {
        case Subject::request:
            return answer(mail.from);
        case Subject::work:
            return take(mail.from, from);
        case Subject::refusal:
            asked_ = false;
            ++counts_.failed_probes;
            return setting_.tried(mail.from, 0);
        case Subject::token:
            return detector_.received_token(from.get<TerminationToken>());
        case Subject::end:
            over_ = true;
            return;
    }
}

// The oldest nodes go, if enough stay.
void MailedStack::answer(unsigned thief) {
    const std::size_t chunk = setting_.protocol.chunk;
    if (local_.size() < comfortable_ + chunk) return send(thief, Subject::refusal);
    Encoder work;
    work.put(Subject::work);
    for (std::size_t column = 0; column < local_.columns(); ++column) {
        const WordColumns::Word* const words = local_.column(column);
        work.put(std::vector<WordColumns::Word>(words, words + chunk));
    }
    local_.drop_front(chunk);
    detector_.sent_work();
    peer_.send(thief, work.take());
    ++counts_.releases;
}

void MailedStack::take(unsigned victim, Decoder& from) {
    setting_.enter(State::stealing);
    const std::size_t chunk = setting_.protocol.chunk;
    local_.reserve(chunk);
    for (std::size_t column = 0; column < local_.columns(); ++column) {
        const auto words = from.get<std::vector<WordColumns::Word>>();
        require_own(words.size() == chunk, "a chunk of nodes");
        std::copy(words.begin(), words.end(), local_.column(column) + local_.size());
    }
    local_.extend(chunk);
    detector_.received_work();
    asked_ = false;
    ++counts_.steals;
    ++counts_.chunks_stolen;
    setting_.tried(victim, chunk);
}

void MailedStack::pass_token() {
    const TerminationDetector::Action action = detector_.passive();
    if (action.token) peer_.send(action.to, Encoder().put(Subject::token).put(*action.token).take());
    if (!action.terminated) return;
    for (unsigned other = 1; other < peer_.size(); ++other) send(other, Subject::end);
    over_ = true;
}

void MailedStack::ask(unsigned victim) {
    asked_ = true;
    send(victim, Subject::request);
}

void MailedStack::send(unsigned to, Subject subject) {
    peer_.send(to, Encoder().put(subject).take());
}

}  // namespace scrump

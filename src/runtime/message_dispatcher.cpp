#include <scrump/runtime/detail/message_dispatcher.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace scrump::detail {

void MessageDispatcher::handle(Tag tag, Handler handler) {
    if (const Kind* const other = kind_of(tag.number()))
        throw Error(std::string("messages '") + tag.name() + "' and '" + other->name + "' have the same number");
    if (kinds_.empty()) kinds_.reserve(32);
    kinds_.push_back({tag.number(), tag.name(), std::move(handler)});
}

const MessageDispatcher::Kind* MessageDispatcher::kind_of(std::uint32_t number) const {
    const auto found = std::ranges::find(kinds_, number, &Kind::number);
    return found == kinds_.end() ? nullptr : &*found;
}

void MessageDispatcher::send(unsigned to, Tag tag, Bytes payload) {
    ++traffic_.messages;
    traffic_.bytes += payload.size();
    record(TimelineEvent::Kind::send, to, tag.number(), payload.size());
    transport_.send(to, tag.number(), std::move(payload));
}

void MessageDispatcher::broadcast(Tag tag, const Bytes& payload) {
    for (unsigned to = 0; to < size(); ++to) {
        if (to != self()) send(to, tag, payload);
    }
}

bool MessageDispatcher::receive(Clock::time_point now) {
    bool any = false;
    while (std::optional<Message> message = next(now)) {
        any = true;
        if (hold_()) {
            message->began.reset();
            held_.push_back(std::move(*message));
            continue;
        }
        const Kind* const kind = kind_of(message->tag);
        if (kind == nullptr) throw Error("a message of the unknown kind " + std::to_string(message->tag));
        arrival_began_ = message->began;
        kind->handler(now, message->source, std::move(message->payload));
    }
    return any;
}

// What was held comes first.
std::optional<Message> MessageDispatcher::next(Clock::time_point now) {
    if (!held_.empty() && !hold_()) {
        std::optional<Message> message = std::move(held_.front());
        held_.pop_front();
        return message;
    }
    std::optional<Message> message = transport_.receive();
    if (!message) return message;
    for (const Observer& observer : observers_) observer(now, message->source);
    record(TimelineEvent::Kind::receive, message->source, message->tag, message->payload.size());
    return message;
}

void MessageDispatcher::record(TimelineEvent::Kind kind, unsigned peer, std::uint32_t tag, std::size_t bytes) {
    if (timeline_ == nullptr) return;
    timeline_->add({.start = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count(),
                    .duration = 0,
                    .value = message_value(tag, bytes),
                    .peer = peer,
                    .kind = kind});
}

MessageNames MessageDispatcher::names() const {
    MessageNames names;
    for (const Kind& kind : kinds_) names.emplace(kind.number, kind.name);
    return names;
}

}  // namespace scrump::detail

#include <scrump/tasks/detail/task_messages.hpp>

namespace scrump::detail {

void TaskMessages::post(unsigned locality, const Address& to, const Bytes& content) {
    Bytes message = Encoder().put(to).append(content).take();
    {
        const std::lock_guard lock(mutex_);
        outgoing_.messages.emplace_back(locality, std::move(message));
    }
    server_events_.notify_all();
}

void TaskMessages::notify(unsigned locality) {
    {
        const std::lock_guard lock(mutex_);
        outgoing_.to_notify.push_back(locality);
    }
    server_events_.notify_all();
}

Bytes TaskMessages::take(unsigned index, unsigned cell) {
    const std::lock_guard lock(mutex_);
    const auto content = come_.extract({index, cell});
    return content.empty() ? Bytes() : std::move(content.mapped());
}

TaskMessages::Outgoing TaskMessages::take_outgoing() {
    const std::lock_guard lock(mutex_);
    return std::exchange(outgoing_, {});
}

TaskMessages::Address TaskMessages::deliver(Bytes message) {
    Decoder from(std::move(message));
    const auto to = from.get<Address>();
    const std::lock_guard lock(mutex_);
    come_.insert_or_assign({to.index, to.cell}, from.rest());
    return to;
}

}  // namespace scrump::detail

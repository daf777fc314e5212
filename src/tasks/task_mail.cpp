#include <scrump/tasks/detail/task_mail.hpp>

namespace scrump::detail {

void TaskMail::post(unsigned locality, const Address& to, const Bytes& content) {
    Bytes letter = Encoder().put(to).append(content).take();
    {
        const std::lock_guard lock(mutex_);
        outgoing_.letters.emplace_back(locality, std::move(letter));
    }
    server_events_.notify_all();
}

void TaskMail::ring(unsigned locality) {
    {
        const std::lock_guard lock(mutex_);
        outgoing_.rings.push_back(locality);
    }
    server_events_.notify_all();
}

Bytes TaskMail::take(unsigned index, unsigned cell) {
    const std::lock_guard lock(mutex_);
    const auto content = come_.extract({index, cell});
    return content.empty() ? Bytes() : std::move(content.mapped());
}

TaskMail::Outgoing TaskMail::take_outgoing() {
    const std::lock_guard lock(mutex_);
    return std::exchange(outgoing_, {});
}

TaskMail::Address TaskMail::deliver(Bytes letter) {
    Decoder from(std::move(letter));
    const auto to = from.get<Address>();
    const std::lock_guard lock(mutex_);
    come_.insert_or_assign({to.index, to.cell}, from.rest());
    return to;
}

}  // namespace scrump::detail

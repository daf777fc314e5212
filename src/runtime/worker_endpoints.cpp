#include <scrump/runtime/detail/worker_endpoints.hpp>

#include "wait_until.hpp"

#include <utility>

namespace scrump::detail {

// --- WorkerEndpoint

unsigned WorkerEndpoint::size() const {
    return endpoints_.size();
}

bool WorkerEndpoint::same_host(unsigned other) const {
    return endpoints_.topology_.same_host(endpoints_.self_, endpoints_.locality_of(other));
}

bool WorkerEndpoint::same_locality(unsigned other) const {
    return endpoints_.here(other);
}

bool WorkerEndpoint::shares_memory(unsigned other) const {
    return memory_.direct(endpoints_.locality_of(other)) != nullptr;
}

std::atomic<WorkerEndpoint::Word>* WorkerEndpoint::words() {
    return memory_.direct(endpoints_.self_) + endpoints_.first_word(self_);
}

WorkerEndpoint::Word WorkerEndpoint::read(unsigned of, std::size_t index) {
    pay_for(of);
    return memory_.get(endpoints_.locality_of(of), endpoints_.first_word(of) + index).wait();
}

void WorkerEndpoint::read(unsigned of, std::size_t first, std::span<Word> to) {
    pay_for(of);
    memory_.get(endpoints_.locality_of(of), endpoints_.first_word(of) + first, to).wait();
}

void WorkerEndpoint::read_of_each(std::span<const unsigned> workers, std::size_t first, std::span<Word> to) {
    const std::size_t words = to.size() / workers.size();
    for (const unsigned of : workers) {
        pay_for(of);
        const std::size_t place = asked_.size() * words;
        asked_.push_back(
            memory_.get(endpoints_.locality_of(of), endpoints_.first_word(of) + first, to.subspan(place, words)));
    }
    for (RemoteHandle& each : asked_) each.wait();
    asked_.clear();
}

void WorkerEndpoint::write(unsigned of, std::size_t index, Word value) {
    pay_for(of);
    memory_.put(endpoints_.locality_of(of), endpoints_.first_word(of) + index, value);
}

void WorkerEndpoint::add(unsigned of, std::size_t index, Word amount) {
    pay_for(of);
    memory_.fetch_add(endpoints_.locality_of(of), endpoints_.first_word(of) + index, amount);
}

WorkerEndpoint::Word WorkerEndpoint::fetch_add(unsigned of, std::size_t index, Word amount) {
    pay_for(of);
    return memory_.fetch_add(endpoints_.locality_of(of), endpoints_.first_word(of) + index, amount).wait();
}

bool WorkerEndpoint::compare_and_swap(unsigned of, std::size_t index, Word expected, Word desired) {
    pay_for(of);
    RemoteHandle swap =
        memory_.compare_and_swap(endpoints_.locality_of(of), endpoints_.first_word(of) + index, expected, desired);
    return swap.wait() == expected && swap.done();
}

void WorkerEndpoint::send(unsigned to, Bytes text) {
    if (endpoints_.here(to))
        return endpoints_.endpoint(to % endpoints_.workers_).deliver({.from = self_, .text = std::move(text)});
    endpoints_.post({.from = self_, .to = to, .text = std::move(text)});
}

void WorkerEndpoint::deliver(WorkerMessage message) {
    {
        const std::lock_guard lock(mutex_);
        messages_.push_back(std::move(message));
        waiting_.store(messages_.size(), std::memory_order_release);
    }
    events_.notify_all();
}

std::optional<WorkerMessage> WorkerEndpoint::receive() {
    if (!has_message()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    std::optional<WorkerMessage> message = std::move(messages_.front());
    messages_.pop_front();
    waiting_.store(messages_.size(), std::memory_order_release);
    return message;
}

void WorkerEndpoint::wait_for_message() {
    const Expecting expecting(*this);
    wait_until(events_, [this] { return has_message() || ending(); });
}

void WorkerEndpoint::pause(unsigned round) const {
    detail::pause(round);
}

WorkerEndpoint::Expecting::Expecting(WorkerEndpoint& self) : endpoints_(self.endpoints_) {
    endpoints_.expecting_.fetch_add(1, std::memory_order_relaxed);
}

WorkerEndpoint::Expecting::~Expecting() {
    endpoints_.expecting_.fetch_sub(1, std::memory_order_relaxed);
}

// --- WorkerEndpoints

WorkerEndpoints::WorkerEndpoints(RemoteMemory& memory, std::size_t words)
    : memory_(memory),
      self_(memory.transport().self()),
      topology_(memory.transport().topology()),
      workers_(memory.workers()),
      stride_((words * sizeof(Word) + cache_line - 1) / cache_line * (cache_line / sizeof(Word))) {
    RemoteArray& array = memory.open("words of workers", workers_ * stride_);
    for (unsigned worker = 0; worker < workers_; ++worker) {
        endpoints_.push_back(std::make_unique<WorkerEndpoint>(*this, self_ * workers_ + worker, array.access(worker)));
    }
}

void WorkerEndpoints::post(Posted message) {
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back(std::move(message));
    }
    memory_.server_events().notify_all();
}

// What a worker wanted before it wrote a message goes before that.
bool WorkerEndpoints::serve(const Send& send) {
    std::vector<Posted> posted;
    {
        const std::lock_guard lock(mutex_);
        posted.swap(posted_);
    }
    const bool asked = memory_.serve();
    for (Posted& message : posted)
        send(locality_of(message.to), Encoder().put(message.from).put(message.to).put(message.text).take());
    return asked || !posted.empty();
}

void WorkerEndpoints::deliver(Bytes message) {
    Decoder from(std::move(message));
    const auto sender = from.get<unsigned>();
    const auto receiver = from.get<unsigned>();
    endpoints_[receiver % workers_]->deliver({.from = sender, .text = from.get<Bytes>()});
}

void WorkerEndpoints::end() {
    memory_.end();
    for (const auto& each : endpoints_) each->events_.notify_all();
}

}  // namespace scrump::detail

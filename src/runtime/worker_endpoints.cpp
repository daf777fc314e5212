#include <scrump/runtime/worker_endpoints.hpp>

#include <scrump/base/platform.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump {
namespace {

constexpr unsigned spins = 64;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// Sleeps until `over()`; whoever makes it true notifies, which may also be for what was there long ago.
template <class Over>
void wait_until(EventCount& events, const Over& over) {
    for (unsigned round = 0; round < spins; ++round) {
        if (over()) return;
        relax();
    }
    while (!over()) {
        const EventCount::Key key = events.prepare_wait();
        if (over()) {
            events.cancel_wait();
        } else {
            events.wait(key);
        }
    }
}

}  // namespace

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

bool WorkerEndpoint::ending() const {
    return endpoints_.ending_.load(std::memory_order_acquire);
}

std::atomic<WorkerEndpoint::Word>* WorkerEndpoint::words_of(unsigned worker) const {
    std::atomic<Word>* const words = endpoints_.direct_[endpoints_.locality_of(worker)];
    return words == nullptr ? nullptr : words + endpoints_.first_word(worker);
}

WorkerEndpoint::Word WorkerEndpoint::read(unsigned of, std::size_t index) {
    if (const std::atomic<Word>* const words = words_of(of)) return words[index].load(std::memory_order_acquire);
    const std::span<const Word> got = execute({.operation = Operation::get, .owner = of, .first = index});
    return got.empty() ? 0 : got.front();
}

void WorkerEndpoint::read(unsigned of, std::size_t first, std::span<Word> to) {
    if (const std::atomic<Word>* const words = words_of(of)) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = words[first + i].load(std::memory_order_relaxed);
        return;
    }
    const std::span<const Word> got =
        execute({.operation = Operation::get, .owner = of, .first = first, .count = to.size()});
    std::copy(got.begin(), got.end(), to.begin());
}

void WorkerEndpoint::write(unsigned of, std::size_t index, Word value) {
    if (std::atomic<Word>* const words = words_of(of)) return words[index].store(value, std::memory_order_release);
    endpoints_.post(Request{.operation = Operation::put, .owner = of, .first = index, .value = value});
}

void WorkerEndpoint::add(unsigned of, std::size_t index, Word amount) {
    if (std::atomic<Word>* const words = words_of(of)) {
        words[index].fetch_add(amount, std::memory_order_acq_rel);
    } else {
        endpoints_.post(Request{.operation = Operation::fetch_add, .owner = of, .first = index, .value = amount});
    }
}

WorkerEndpoint::Word WorkerEndpoint::fetch_add(unsigned of, std::size_t index, Word amount) {
    if (std::atomic<Word>* const words = words_of(of)) {
        return words[index].fetch_add(amount, std::memory_order_acq_rel);
    }
    const std::span<const Word> before =
        execute({.operation = Operation::fetch_add, .owner = of, .first = index, .value = amount});
    return before.empty() ? 0 : before.front();
}

bool WorkerEndpoint::compare_and_swap(unsigned of, std::size_t index, Word expected, Word desired) {
    if (std::atomic<Word>* const words = words_of(of)) {
        return words[index].compare_exchange_strong(expected, desired, std::memory_order_acq_rel,
                                                    std::memory_order_acquire);
    }
    const std::span<const Word> before = execute({.operation = Operation::compare_and_swap,
                                                  .owner = of,
                                                  .first = index,
                                                  .expected = expected,
                                                  .value = desired});
    return !before.empty() && before.front() == expected;
}

// Once the run is ending an outcome may still be under way to this worker, which must not be touched.
std::span<const WorkerEndpoint::Word> WorkerEndpoint::execute(Request request) {
    if (ending()) return {};
    outcome_there_.store(false, std::memory_order_relaxed);
    request.waiting = this;
    endpoints_.post(request);
    wait_until(events_, [this] { return outcome_there_.load(std::memory_order_acquire) || ending(); });
    if (!outcome_there_.load(std::memory_order_acquire)) return {};
    return outcome_;
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
    static constexpr unsigned yields = 4096;
    static constexpr std::chrono::microseconds nap{50};
    if (round < spins) return relax();
    if (round < yields) return Platform::current().yield();
    Platform::current().sleep_for(nap);
}

WorkerEndpoint::Expecting::Expecting(WorkerEndpoint& self) : endpoints_(self.endpoints_) {
    endpoints_.expecting_.fetch_add(1, std::memory_order_relaxed);
}

WorkerEndpoint::Expecting::~Expecting() {
    endpoints_.expecting_.fetch_sub(1, std::memory_order_relaxed);
}

// --- WorkerEndpoints

WorkerEndpoints::WorkerEndpoints(Transport& transport, unsigned workers, std::size_t words, EventCount& server_events)
    : self_(transport.self()),
      topology_(transport.topology()),
      workers_(workers),
      stride_((words * sizeof(Word) + cache_line - 1) / cache_line * (cache_line / sizeof(Word))),
      server_events_(server_events) {
    for (unsigned worker = 0; worker < workers; ++worker)
        endpoints_.push_back(std::make_unique<WorkerEndpoint>(*this, self_ * workers + worker));
    window_ = transport.open_window(workers * stride_);
    for (unsigned locality = 0; locality < transport.size(); ++locality) direct_.push_back(window_->direct(locality));
}

void WorkerEndpoints::post(const WorkerEndpoint::Request& request) {
    {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
    }
    server_events_.notify_all();
}

void WorkerEndpoints::post(Posted message) {
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back(std::move(message));
    }
    server_events_.notify_all();
}

bool WorkerEndpoints::serve(const Send& send) {
    std::vector<WorkerEndpoint::Request> requests;
    std::vector<Posted> posted;
    {
        const std::lock_guard lock(mutex_);
        requests.swap(requests_);
        posted.swap(posted_);
    }
    for (const WorkerEndpoint::Request& request : requests) begin(request);
    for (Posted& message : posted)
        send(locality_of(message.to), Encoder().put(message.from).put(message.to).put(message.text).take());
    return !requests.empty() || !posted.empty();
}

void WorkerEndpoints::begin(const WorkerEndpoint::Request& request) {
    const unsigned owner = locality_of(request.owner);
    const std::size_t first = first_word(request.owner) + request.first;
    ++awaited_;
    Window::Then then = [this, waiting = request.waiting](std::span<const Word> words) {
        --awaited_;
        if (waiting == nullptr) return;
        waiting->outcome_.assign(words.begin(), words.end());
        waiting->outcome_there_.store(true, std::memory_order_release);
        waiting->events_.notify_all();
    };
    switch (request.operation) {
        case WorkerEndpoint::Operation::get:
            return window_->get(owner, first, request.count, std::move(then));
        case WorkerEndpoint::Operation::put:
            return window_->put(owner, first, std::span<const Word>(&request.value, 1), std::move(then));
        case WorkerEndpoint::Operation::compare_and_swap:
            return window_->compare_and_swap(owner, first, request.expected, request.value, std::move(then));
        case WorkerEndpoint::Operation::fetch_add:
            return window_->fetch_add(owner, first, request.value, std::move(then));
    }
}

void WorkerEndpoints::deliver(Bytes message) {
    Decoder from(std::move(message));
    const auto sender = from.get<unsigned>();
    const auto receiver = from.get<unsigned>();
    endpoints_[receiver % workers_]->deliver({.from = sender, .text = from.get<Bytes>()});
}

void WorkerEndpoints::end() {
    ending_.store(true, std::memory_order_release);
    for (const auto& each : endpoints_) each->events_.notify_all();
}

}  // namespace scrump

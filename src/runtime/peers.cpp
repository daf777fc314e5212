#include <scrump/runtime/peers.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace scrump {
namespace {

constexpr unsigned spins = 64;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// Sleeps until `over()`; whoever makes it true rings the bell, which may also ring for what was there long ago.
template <class Over>
void wait_until(Doorbell& bell, const Over& over) {
    for (unsigned round = 0; round < spins; ++round) {
        if (over()) return;
        relax();
    }
    while (!over()) {
        const Doorbell::Ticket ticket = bell.listen();
        if (over()) {
            bell.cancel();
        } else {
            bell.wait(ticket);
        }
    }
}

}  // namespace

// --- Peer

unsigned Peer::size() const {
    return peers_.size();
}

bool Peer::same_host(unsigned other) const {
    return peers_.topology_.same_host(peers_.self_, peers_.locality_of(other));
}

bool Peer::same_locality(unsigned other) const {
    return peers_.here(other);
}

bool Peer::ending() const {
    return peers_.ending_.load(std::memory_order_acquire);
}

std::atomic<Peer::Word>* Peer::words_of(unsigned peer) const {
    std::atomic<Word>* const words = peers_.reach_[peers_.locality_of(peer)];
    return words == nullptr ? nullptr : words + peers_.first_word(peer);
}

Peer::Word Peer::read(unsigned of, std::size_t index) {
    if (const std::atomic<Word>* const words = words_of(of)) return words[index].load(std::memory_order_acquire);
    const std::span<const Word> got = execute({.operation = Operation::get, .owner = of, .first = index});
    return got.empty() ? 0 : got.front();
}

void Peer::read(unsigned of, std::size_t first, std::span<Word> to) {
    if (const std::atomic<Word>* const words = words_of(of)) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = words[first + i].load(std::memory_order_relaxed);
        return;
    }
    const std::span<const Word> got =
        execute({.operation = Operation::get, .owner = of, .first = first, .count = to.size()});
    std::copy(got.begin(), got.end(), to.begin());
}

void Peer::write(unsigned of, std::size_t index, Word value) {
    if (std::atomic<Word>* const words = words_of(of)) return words[index].store(value, std::memory_order_release);
    peers_.post(Order{.operation = Operation::put, .owner = of, .first = index, .value = value});
}

void Peer::add(unsigned of, std::size_t index, Word amount) {
    if (std::atomic<Word>* const words = words_of(of)) {
        words[index].fetch_add(amount, std::memory_order_acq_rel);
    } else {
        peers_.post(Order{.operation = Operation::fetch_add, .owner = of, .first = index, .value = amount});
    }
}

Peer::Word Peer::fetch_add(unsigned of, std::size_t index, Word amount) {
    if (std::atomic<Word>* const words = words_of(of)) {
        return words[index].fetch_add(amount, std::memory_order_acq_rel);
    }
    const std::span<const Word> before =
        execute({.operation = Operation::fetch_add, .owner = of, .first = index, .value = amount});
    return before.empty() ? 0 : before.front();
}

bool Peer::compare_and_swap(unsigned of, std::size_t index, Word expected, Word desired) {
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
std::span<const Peer::Word> Peer::execute(Order order) {
    if (ending()) return {};
    outcome_there_.store(false, std::memory_order_relaxed);
    order.waiting = this;
    peers_.post(order);
    wait_until(bell_, [this] { return outcome_there_.load(std::memory_order_acquire) || ending(); });
    if (!outcome_there_.load(std::memory_order_acquire)) return {};
    return outcome_;
}

void Peer::send(unsigned to, Bytes text) {
    if (peers_.here(to)) return peers_.peer(to % peers_.workers_).deliver({.from = self_, .text = std::move(text)});
    peers_.post({.from = self_, .to = to, .text = std::move(text)});
}

void Peer::deliver(Mail mail) {
    {
        const std::lock_guard lock(mutex_);
        mailbox_.push_back(std::move(mail));
        letters_.store(mailbox_.size(), std::memory_order_release);
    }
    bell_.ring_all();
}

std::optional<Mail> Peer::receive() {
    if (!has_mail()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    std::optional<Mail> mail = std::move(mailbox_.front());
    mailbox_.pop_front();
    letters_.store(mailbox_.size(), std::memory_order_release);
    return mail;
}

void Peer::wait_for_mail() {
    const Expecting expecting(*this);
    wait_until(bell_, [this] { return has_mail() || ending(); });
}

void Peer::pause(unsigned round) const {
    static constexpr unsigned yields = 4096;
    static constexpr std::chrono::microseconds nap{50};
    if (round < spins) return relax();
    if (round < yields) return std::this_thread::yield();
    std::this_thread::sleep_for(nap);
}

Peer::Expecting::Expecting(Peer& self) : peers_(self.peers_) {
    peers_.expecting_.fetch_add(1, std::memory_order_relaxed);
}

Peer::Expecting::~Expecting() {
    peers_.expecting_.fetch_sub(1, std::memory_order_relaxed);
}

// --- Peers

Peers::Peers(Transport& transport, unsigned workers, std::size_t words, Doorbell& server_bell)
    : self_(transport.self()),
      topology_(transport.topology()),
      workers_(workers),
      stride_((words * sizeof(Word) + cache_line - 1) / cache_line * (cache_line / sizeof(Word))),
      server_bell_(server_bell) {
    for (unsigned worker = 0; worker < workers; ++worker)
        peers_.push_back(std::make_unique<Peer>(*this, self_ * workers + worker));
    window_ = transport.open_window(workers * stride_);
    for (unsigned locality = 0; locality < transport.size(); ++locality) reach_.push_back(window_->direct(locality));
}

void Peers::post(const Peer::Order& order) {
    {
        const std::lock_guard lock(mutex_);
        orders_.push_back(order);
    }
    server_bell_.ring_all();
}

void Peers::post(Posted mail) {
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back(std::move(mail));
    }
    server_bell_.ring_all();
}

bool Peers::serve(const Send& send) {
    std::vector<Peer::Order> orders;
    std::vector<Posted> posted;
    {
        const std::lock_guard lock(mutex_);
        orders.swap(orders_);
        posted.swap(posted_);
    }
    for (const Peer::Order& order : orders) begin(order);
    for (Posted& mail : posted) send(locality_of(mail.to), Encoder().put(mail.from).put(mail.to).put(mail.text).take());
    return !orders.empty() || !posted.empty();
}

void Peers::begin(const Peer::Order& order) {
    const unsigned owner = locality_of(order.owner);
    const std::size_t first = first_word(order.owner) + order.first;
    ++awaited_;
    Window::Then then = [this, waiting = order.waiting](std::span<const Word> words) {
        --awaited_;
        if (waiting == nullptr) return;
        waiting->outcome_.assign(words.begin(), words.end());
        waiting->outcome_there_.store(true, std::memory_order_release);
        waiting->bell_.ring_all();
    };
    switch (order.operation) {
        case Peer::Operation::get:
            return window_->get(owner, first, order.count, std::move(then));
        case Peer::Operation::put:
            return window_->put(owner, first, std::span<const Word>(&order.value, 1), std::move(then));
        case Peer::Operation::compare_and_swap:
            return window_->compare_and_swap(owner, first, order.expected, order.value, std::move(then));
        case Peer::Operation::fetch_add:
            return window_->fetch_add(owner, first, order.value, std::move(then));
    }
}

void Peers::deliver(Bytes mail) {
    Decoder from(std::move(mail));
    const auto sender = from.get<unsigned>();
    const auto receiver = from.get<unsigned>();
    peers_[receiver % workers_]->deliver({.from = sender, .text = from.get<Bytes>()});
}

void Peers::end() {
    ending_.store(true, std::memory_order_release);
    for (const auto& peer : peers_) peer->bell_.ring_all();
}

}  // namespace scrump

#include <scrump/search/nogoods.hpp>

#include <algorithm>
#include <utility>

namespace scrump {

namespace detail {

bool NogoodBatch::valid() const {
    return std::ranges::is_sorted(ends_) && (ends_.empty() ? 0 : ends_.back()) == literals_.size();
}

NogoodStore::~NogoodStore() {
    for (const Link* link = first_.next.load(std::memory_order_relaxed); link != nullptr;)
        delete std::exchange(link, link->next.load(std::memory_order_relaxed));
}

bool NogoodStore::append(NogoodBatch batch, bool foreign) {
    const std::size_t more = batch.literals();
    if (literals_.fetch_add(more, std::memory_order_relaxed) + more > max_literals) {
        literals_.fetch_sub(more, std::memory_order_relaxed);
        return false;
    }
    auto* const added = new Link{.batch = std::move(batch), .foreign = foreign};
    Link* at = last_.load(std::memory_order_acquire);
    Link* next = nullptr;
    while (!at->next.compare_exchange_weak(next, added, std::memory_order_release, std::memory_order_acquire)) {
        if (next != nullptr) at = std::exchange(next, nullptr);
    }
    last_.store(added, std::memory_order_release);
    return true;
}

}  // namespace detail

void Nogoods::catch_up() {
    while (const detail::NogoodBatch* const batch = unread_.next()) {
        for (std::size_t i = 0; i < batch->size(); ++i) {
            const std::span<const Literal> nogood = (*batch)[i];
            if (nogood.empty()) nothing_left_ = true;
            if (nogood.size() == 1) never_.insert(nogood.front());
            if (nogood.size() < 2) continue;
            const Watched& watched = nogoods_.emplace_back(nogood);
            watching_[watched.first()].push_back(nogoods_.size() - 1);
            watching_[watched.second()].push_back(nogoods_.size() - 1);
        }
    }
}

}  // namespace scrump

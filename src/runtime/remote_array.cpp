#include <scrump/runtime/remote_array.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>

#include "wait_until.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace scrump {
namespace {

/// Largest number of operations without a handle that may be under way before a worker waits for one: otherwise a
/// worker that asks faster than owners answer would fill the memory.
constexpr std::size_t most_forgotten = 4096;

}  // namespace

// --- RemoteHandle

bool RemoteHandle::look() {
    if (!slot_->done.load(std::memory_order_acquire)) return false;
    const std::vector<Word>& outcome = slot_->outcome;
    if (!outcome.empty()) word_ = outcome.front();
    if (!slot_->to.empty()) std::copy(outcome.begin(), outcome.end(), slot_->to.begin());
    slot_->by.free_.push(*std::exchange(slot_, nullptr));
    done_ = true;
    return true;
}

void RemoteHandle::await_outcome() {
    RemoteAccess& by = slot_->by;
    wait_until(by.events_, [&] { return done() || by.ending(); });
}

void RemoteHandle::forget() {
    RemoteAccess& by = slot_->by;
    by.forgotten_.push(*slot_);
    ++by.forgotten_count_;
}

// --- RemoteAccess

void RemoteAccess::SlotList::push(Slot& slot) {
    slot.next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = &slot;
    last_ = &slot;
}

RemoteAccess::Slot& RemoteAccess::SlotList::pop() {
    return *std::exchange(first_, first_->next);
}

RemoteAccess::RemoteAccess(RemoteArray& array)
    : array_(array),
      direct_(array.direct_.data()),
      owners_(static_cast<unsigned>(array.direct_.size())),
      words_(array.window_->words()),
      queued_(owners_) {}

RemoteAccess::~RemoteAccess() = default;

void RemoteAccess::refuse(unsigned owner, std::size_t first, std::size_t count) const {
    const std::string array = "remote array '" + array_.name() + "': ";
    if (owner >= owners_) throw Error(array + "locality " + std::to_string(owner) + " of " + std::to_string(owners_));
    const std::string all = count > 1 ? "words " + std::to_string(first) + " to " + std::to_string(first + count - 1)
                                      : "word " + std::to_string(first);
    throw Error(array + all + " of locality " + std::to_string(owner) + ", which has " + std::to_string(words_));
}

RemoteHandle RemoteAccess::ask_get(unsigned owner, std::size_t first, std::size_t count, std::span<Word> to) {
    return ask(owner, count, to, [&](detail::RemoteOperations& queued) { queued.get(first, count); });
}

RemoteHandle RemoteAccess::ask_put(unsigned owner, std::size_t first, std::span<const Word> values) {
    return ask(owner, 0, {}, [&](detail::RemoteOperations& queued) { queued.put(first, values); });
}

RemoteHandle RemoteAccess::ask_compare_and_swap(unsigned owner, std::size_t index, Word expected, Word desired) {
    return ask(owner, 1, {},
               [&](detail::RemoteOperations& queued) { queued.compare_and_swap(index, expected, desired); });
}

RemoteHandle RemoteAccess::ask_fetch_add(unsigned owner, std::size_t index, Word amount) {
    return ask(owner, 1, {}, [&](detail::RemoteOperations& queued) { queued.fetch_add(index, amount); });
}

// The serving thread is woken by the first of those that it will take together.
template <class Add>
RemoteHandle RemoteAccess::ask(unsigned owner, std::size_t yields, std::span<Word> to, const Add& add) {
    if (ending()) return {};
    Slot& slot = free_slot();
    slot.yields = yields;
    slot.to = to;
    slot.done.store(false, std::memory_order_relaxed);
    RemoteHandle handle(slot);
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        Batch& batch = queued_[owner];
        first = asked_of_.empty();
        if (batch.slots.empty()) asked_of_.push_back(owner);
        add(batch.operations);
        batch.slots.push_back(&slot);
    }
    ++asked_;
    if (first) array_.server_events_.notify_all();
    return handle;
}

RemoteAccess::Slot& RemoteAccess::free_slot() {
    const auto forgotten_is_done = [this] {
        return !forgotten_.empty() && forgotten_.front().done.load(std::memory_order_acquire);
    };
    if (free_.empty() && forgotten_count_ >= most_forgotten)
        wait_until(events_, [&] { return forgotten_is_done() || ending(); });
    for (; forgotten_is_done(); --forgotten_count_) free_.push(forgotten_.pop());
    return free_.empty() ? slots_.emplace_back(*this) : free_.pop();
}

void RemoteAccess::fence() {
    wait_until(events_, [this] { return answered_.load(std::memory_order_acquire) == asked_ || ending(); });
}

void RemoteAccess::move_queue_to(std::vector<Batch>& batches, std::vector<unsigned>& owners) {
    const std::lock_guard lock(mutex_);
    for (const unsigned owner : asked_of_) {
        Batch& queued = queued_[owner];
        Batch& batch = batches[owner];
        if (batch.slots.empty()) {
            owners.push_back(owner);
            std::swap(batch, queued);
        } else {
            batch.operations.append(queued.operations);
            batch.slots.insert(batch.slots.end(), queued.slots.begin(), queued.slots.end());
            queued = {};
        }
    }
    asked_of_.clear();
}

// --- RemoteArray

namespace {

std::unique_ptr<detail::Window> open_window(const std::string& name, detail::Transport& transport, std::size_t words) {
    // One process may have the parts of all localities.
    const std::size_t most =
        std::numeric_limits<std::size_t>::max() / 2 / sizeof(detail::Window::Word) / transport.size();
    return allocate(
        std::min(words, most) * sizeof(detail::Window::Word),
        [&] { return "remote array '" + name + "', " + std::to_string(words) + " words in each locality"; },
        [&] { return words <= most ? transport.open_window(words) : throw std::bad_alloc(); });
}

}  // namespace

RemoteArray::RemoteArray(std::string name, detail::Transport& transport, unsigned workers, std::size_t words,
                         detail::EventCount& server_events)
    : name_(std::move(name)),
      self_(transport.self()),
      server_events_(server_events),
      batches_(transport.size()),
      window_(open_window(name_, transport, words)) {
    for (unsigned owner = 0; owner < transport.size(); ++owner) direct_.push_back(window_->direct(owner));
    for (unsigned worker = 0; worker < workers; ++worker) accesses_.push_back(std::make_unique<RemoteAccess>(*this));
}

RemoteArray::~RemoteArray() = default;

bool RemoteArray::serve() {
    for (const auto& each : accesses_) each->move_queue_to(batches_, asked_of_);
    if (asked_of_.empty()) return false;
    for (const unsigned owner : asked_of_) {
        auto [operations, slots] = std::exchange(batches_[owner], {});
        ++awaited_;
        ++sent_.messages;
        sent_.operations += slots.size();
        window_->execute(owner, std::move(operations),
                         [this, waiting = std::move(slots)](std::span<const Word> words) { deliver(waiting, words); });
    }
    asked_of_.clear();
    return true;
}

// Once a slot is done it is its worker's, and may be in use again.
void RemoteArray::deliver(std::span<detail::RemoteSlot* const> slots, std::span<const Word> words) {
    --awaited_;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        detail::RemoteSlot& slot = *slots[i];
        RemoteAccess& by = slot.by;
        slot.outcome.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(slot.yields));
        words = words.subspan(slot.yields);
        slot.done.store(true, std::memory_order_release);
        by.answered_.store(by.answered_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        if (i + 1 == slots.size() || &slots[i + 1]->by != &by) by.events_.notify_all();
    }
}

void RemoteArray::end() {
    ending_.store(true, std::memory_order_release);
    for (const auto& each : accesses_) each->events_.notify_all();
}

}  // namespace scrump

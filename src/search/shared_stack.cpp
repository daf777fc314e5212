#include "shared_stack.hpp"

#include <scrump/search/detail/checks.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace scrump::detail {

class SharedStack::Lock {
  public:
    // Does nothing where nobody else changes a stack.
    Lock(SharedStack& self, unsigned owner) : endpoint_(self.endpoint_), owner_(owner), locks_(self.locks()) {
        for (unsigned round = 0; locks_ && !held_ && !endpoint_.ending(); ++round) {
            held_ = endpoint_.read(owner_, Layout::lock) == 0 &&
                    endpoint_.compare_and_swap(owner_, Layout::lock, 0, Word{endpoint_.self()} + 1);
            if (!held_) endpoint_.pause(round);
        }
    }
    ~Lock() {
        if (held_) endpoint_.write(owner_, Layout::lock, 0);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    // Whether the stack may be changed: not if the run ended before the lock was free.
    explicit operator bool() const { return held_ || !locks_; }

  private:
    WorkerEndpoint& endpoint_;
    const unsigned owner_;
    const bool locks_;
    bool held_ = false;
};

SharedStack::SharedStack(const Setting& setting, OpenNodes& private_part, WorkerEndpoint& endpoint)
    : setting_(setting),
      endpoint_(endpoint),
      stack_(private_part, setting.protocol.chunk, endpoint.words()),
      order_(setting.order(endpoint)),
      chunk_(setting.protocol.chunk),
      release_threshold_(draws_to_share() ? 0 : setting.release_threshold()),
      capacity_(enough_chunks()),
      few_(setting.batch / 4),
      back_((setting.batch + chunk_ - 1) / chunk_),
      one_by_one_(by_one()) {}

// Batches make stacks rise and fall by hundreds of nodes all the time. If all that is above the release threshold were
// released, it would go to and fro; so with batches the shared part holds what makes a good steal, and no more. Nor
// does it where nodes are drawn: each of them is visited earlier than it would be otherwise.
std::uint64_t SharedStack::enough_chunks() const {
    if (draws_to_share()) return drawn_chunks;
    return in_batches() ? 2 + 2 * setting_.batch / chunk_ : stack_.layout().slots();
}

// --- As a victim

void SharedStack::poll(std::uint64_t nodes) {
    if (endpoint_.size() == 1) return;
    if (!locks()) answer_request();
    one_by_one_ = by_one() || (in_batches() && wanted());
    const std::size_t here = stack_.local().size();
    if (one_by_one_) {
        release_by_one(nodes);
    } else if (here >= release_threshold_ + chunk_) {
        release_surplus(here - release_threshold_);
    } else if (here <= few_ && !setting_.draws && stack_.shared() > 0) {
        reacquire();
    }
}

// The paper's stack has all open nodes.
std::size_t SharedStack::stock() const {
    if (endpoint_.size() == 1) return 0;
    if (by_one()) return std::numeric_limits<std::size_t>::max();
    const std::uint64_t held = stack_.shared();
    return held < capacity_ ? (capacity_ - held) * chunk_ : 0;
}

// Whether a thief was here without success, and some have taken chunks from time to time since. Meanwhile this stack
// acts as the paper's: small batches are better than workers that have none.
bool SharedStack::wanted() {
    std::atomic<Word>& word = stack_.word(Layout::wanted);
    if (word.load(std::memory_order_relaxed) == 0) [[likely]]
        return false;
    const Word taken = stack_.word(Layout::head).load(std::memory_order_relaxed);
    polls_alone_ = taken == std::exchange(taken_, taken) ? polls_alone_ + 1 : 0;
    if (polls_alone_ < most_polls_alone) return true;
    word.store(0, std::memory_order_relaxed);
    polls_alone_ = 0;
    return false;
}

// Releases all chunks of this number of nodes, if they may be wanted.
void SharedStack::release_surplus(std::size_t nodes) {
    const std::uint64_t held = stack_.shared();
    if (held < capacity_) release(std::min(nodes / chunk_, capacity_ - held));
}

// 3.1: from two chunks on, one after each node, as if this number of nodes had been explored one after the other.
void SharedStack::release_by_one(std::uint64_t nodes) {
    for (; nodes > 0 && stack_.local().size() >= 2 * chunk_; --nodes) {
        if (!release(1)) return;
    }
}

// As far as there is room. Workers that wait for work are called: the barrier is cancelled. False: nothing was
// released.
bool SharedStack::release(std::uint64_t chunks) {
    chunks = std::min(chunks, stack_.room());
    if (chunks > 0) chunks = stack_.stage(chunks);
    if (chunks == 0) return false;
    {
        const Lock lock(*this, endpoint_.self());
        if (!lock) return false;
        stack_.show(chunks);
    }
    counts_.releases += chunks;
    if (setting_.protocol.termination() == StealProtocol::Termination::cancellable)
        endpoint_.add(keeper, Layout::cancelled, 1);
    return true;
}

// One chunk, or as many as make a batch; whether there was one.
bool SharedStack::reacquire() {
    const Lock lock(*this, endpoint_.self());
    const std::uint64_t taken = lock ? stack_.reacquire(one_by_one_ ? 1 : back_) : 0;
    counts_.reacquires += taken;
    return taken > 0;
}

// 3.3.3: only its owner hands out what is on the stack. Two writes, of which one is to another worker's words.
void SharedStack::answer_request() {
    std::atomic<Word>& request = stack_.word(Layout::request);
    const Word asking = request.load(std::memory_order_acquire);
    if (asking == 0) [[likely]]
        return;
    const std::uint64_t available = stack_.shared();
    const Word answer = available == 0 ? Layout::denied : stack_.grant(setting_.protocol.amount(available)).pack();
    request.store(0, std::memory_order_relaxed);
    endpoint_.write(static_cast<unsigned>(asking - 1), Layout::response, answer);
}

// --- As a thief

bool SharedStack::refill() {
    if (endpoint_.ending()) return false;
    if (!locks()) answer_request();
    if (stack_.shared() > 0 && reacquire()) return true;
    if (endpoint_.size() == 1) return false;
    stack_.set_working(false);
    while (true) {
        setting_.enter(State::searching);
        const Outcome outcome = search();
        if (outcome == Outcome::stolen) return true;
        if (outcome == Outcome::over || wait_at_barrier()) return false;
    }
}

// Work discovery: looks at all others until there is work, or reason to think that none is left. Remote probes take as
// long for several victims as for one: the longer nothing is found, the more are probed at once.
SharedStack::Outcome SharedStack::search() {
    const bool streamlined = setting_.protocol.termination() == StealProtocol::Termination::streamlined;
    for (unsigned round = 0;; ++round) {
        if (!streamlined) cancelled_ = endpoint_.read(keeper, Layout::cancelled);
        bool somebody_works = false;
        std::size_t at_once = 1;
        for (std::span<const unsigned> left = order_.next_cycle(); !left.empty();) {
            if (endpoint_.ending() || announced()) return Outcome::over;
            if (!locks()) answer_request();
            const bool near = endpoint_.shares_memory(left.front());
            const std::span<const unsigned> victims = left.first(near ? 1 : std::min(at_once, left.size()));
            if (probe(victims, somebody_works)) return Outcome::stolen;
            if (!near) at_once = std::min(2 * at_once, most_at_once);
            left = left.subspan(victims.size());
        }
        if (!streamlined || !somebody_works) return Outcome::nothing;
        endpoint_.pause(round);
    }
}

// The counts are read without a lock. A worker that has work, and keeps all of it, is told that it is wanted: once.
bool SharedStack::probe(std::span<const unsigned> victims, bool& works) {
    seen_.resize(2 * victims.size());
    endpoint_.read_of_each(victims, Layout::available, seen_);
    for (std::size_t i = 0; i < victims.size(); ++i) {
        const Word available = seen_[2 * i];
        const Word wanted = seen_[2 * i + 1];
        if (available != Layout::no_work) {
            works = true;
            if (available > 0 && steal(victims[i])) return true;
            if (available == 0 && wanted == 0 && in_batches()) endpoint_.write(victims[i], Layout::wanted, 1);
        }
        ++counts_.failed_probes;
    }
    return false;
}

bool SharedStack::steal(unsigned victim) {
    setting_.enter(State::stealing);
    stack_.set_working(true);  // others must not overlook work that is on its way here
    const std::optional<Layout::Grant> grant = locks() ? take(victim) : ask(victim);
    if (grant) fetch(victim, *grant);
    const bool stolen = grant && !endpoint_.ending();
    setting_.tried(victim, stolen ? grant->count * chunk_ : 0);
    if (stolen) {
        ++counts_.steals;
        counts_.chunks_stolen += grant->count;
    } else {
        stack_.set_working(false);
        setting_.enter(State::searching);
    }
    return stolen;
}

// 3.1: reserves chunks under the victim's lock.
std::optional<SharedStack::Layout::Grant> SharedStack::take(unsigned victim) {
    const Lock lock(*this, victim);
    if (!lock) return std::nullopt;
    const Word available = endpoint_.read(victim, Layout::available);
    if (available == 0 || available == Layout::no_work || endpoint_.ending()) return std::nullopt;
    const std::uint64_t chunks = setting_.protocol.amount(available);
    const Word head = endpoint_.read(victim, Layout::head);
    endpoint_.write(victim, Layout::head, head + chunks);
    endpoint_.write(victim, Layout::available, available - chunks);
    return Layout::Grant{static_cast<std::uint32_t>(head % stack_.layout().slots()),
                         static_cast<std::uint32_t>(chunks)};
}

// 3.3.3: leaves this worker's number with the victim, and waits for the answer.
std::optional<SharedStack::Layout::Grant> SharedStack::ask(unsigned victim) {
    std::atomic<Word>& response = stack_.word(Layout::response);
    response.store(0, std::memory_order_relaxed);
    if (!endpoint_.compare_and_swap(victim, Layout::request, 0, Word{endpoint_.self()} + 1)) return std::nullopt;
    const WorkerEndpoint::Expecting expecting(endpoint_);
    for (unsigned round = 0;; ++round) {
        const Word answer = response.load(std::memory_order_acquire);
        if (answer == Layout::denied) return std::nullopt;
        if (answer != 0) return Layout::Grant::unpack(answer);
        if (endpoint_.ending()) return std::nullopt;
        answer_request();
        endpoint_.pause(round);
    }
}

// The transfer itself, while the victim goes on. The ring may end in between.
void SharedStack::fetch(unsigned victim, Layout::Grant grant) {
    const Layout& layout = stack_.layout();
    require_own(grant.first < layout.slots() && grant.count <= layout.slots(), "what a victim grants");
    fetched_.resize(grant.count * layout.chunk_words());
    const std::size_t before_end = std::min<std::size_t>(grant.count, layout.slots() - grant.first);
    const std::span<Word> words(fetched_);
    const std::size_t first_part = before_end * layout.chunk_words();
    endpoint_.read(victim, layout.first_word(grant.first), words.first(first_part));
    if (before_end < grant.count) endpoint_.read(victim, layout.first_word(0), words.subspan(first_part));
    endpoint_.add(victim, Layout::returned, grant.count);
    for (std::size_t chunk = 0; chunk < grant.count; ++chunk)
        stack_.local().unpack(chunk_, words.subspan(chunk * layout.chunk_words(), layout.chunk_words()));
}

// --- The end

// Says whether all is over.
bool SharedStack::wait_at_barrier() {
    setting_.enter(State::terminating);
    return setting_.protocol.termination() == StealProtocol::Termination::cancellable ? wait_at_cancellable_barrier()
                                                                                      : wait_at_streamlined_barrier();
}

// 3.1: all wait at one place until the last has come, or until somebody has released a chunk since they last looked
// around.
bool SharedStack::wait_at_cancellable_barrier() {
    const Word all = endpoint_.size();
    if (endpoint_.fetch_add(keeper, Layout::barrier, 1) + 1 == all) {
        endpoint_.write(keeper, Layout::terminated, 1);
        return true;
    }
    for (unsigned round = 0; !endpoint_.ending(); ++round) {
        if (endpoint_.read(keeper, Layout::terminated) != 0) return true;
        // A worker that leaves when all have come does not leave: no work was left any more.
        if (endpoint_.read(keeper, Layout::cancelled) != cancelled_)
            return endpoint_.fetch_add(keeper, Layout::barrier, ~Word{0}) == all;
        endpoint_.pause(round);
    }
    return true;
}

// 3.3.1: those who wait look at one other each time, and leave before they steal: who is counted has no work, nor is
// there any on its way to it. So once all are counted, all is over; the last to come says so along a tree.
bool SharedStack::wait_at_streamlined_barrier() {
    const Word all = endpoint_.size();
    if (endpoint_.fetch_add(keeper, Layout::barrier, 1) + 1 == all) {
        announce(endpoint_.self());
        return true;
    }
    bool counted = true;
    for (unsigned round = 0; !endpoint_.ending(); ++round) {
        if (announced()) return true;
        if (!locks()) answer_request();
        endpoint_.pause(round);
        const Word available = endpoint_.read(order_.any(), Layout::available);
        if (!counted || available == 0 || available == Layout::no_work) continue;
        // If all were counted, what was seen is no more: the announcement is on its way.
        counted = endpoint_.fetch_add(keeper, Layout::barrier, ~Word{0}) != all;
        if (counted) return false;
    }
    return true;
}

// Tells those two who are below this worker in the tree whose root is `root`.
void SharedStack::announce(unsigned root) {
    const unsigned size = endpoint_.size();
    const unsigned place = (endpoint_.self() + size - root) % size;
    for (unsigned below = 2 * place + 1; below <= 2 * place + 2 && below < size; ++below)
        endpoint_.write((root + below) % size, Layout::terminated, Word{root} + 1);
}

bool SharedStack::announced() {
    if (setting_.protocol.termination() == StealProtocol::Termination::cancellable) return false;
    const Word root = stack_.word(Layout::terminated).load(std::memory_order_acquire);
    if (root == 0) return false;
    announce(static_cast<unsigned>(root - 1));
    return true;
}

}  // namespace scrump::detail

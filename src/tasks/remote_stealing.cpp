#include <scrump/tasks/detail/remote_stealing.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/ext/companion.hpp>

#include <algorithm>
#include <chrono>
#include <new>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

Topology places_of_workers(const Topology& localities, unsigned workers) {
    Topology places;
    for (unsigned locality = 0; locality < localities.size(); ++locality) {
        places.places.insert(places.places.end(), workers,
                             {.host = localities.places[locality].host, .domain = locality});
    }
    return places;
}

void count(std::atomic<std::uint64_t>& number) {
    number.store(number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// How a thief waits for an answer: a victim on this host gives it within microseconds once it looks, one elsewhere
// within a few naps. After the last it asks somebody else.
constexpr unsigned yields = 512;
constexpr unsigned rounds_of_patience = yields + 40;
constexpr std::chrono::microseconds nap{50};

constexpr StealAmount one{.kind = StealAmount::Kind::one};

void pause_for_answer(unsigned round) {
    if (round < yields) return Platform::current().yield();
    Platform::current().sleep_for(nap);
}

}  // namespace

LocalityStealing::LocalityStealing(RemoteMemory& memory, bool with_company)
    : array(memory.open("cells of workers", RemoteCells::array_words(memory.workers(), with_company))),
      messages(memory.server_events()),
      self(memory.transport().self()),
      workers(memory.workers()),
      places(places_of_workers(memory.transport().topology(), workers)),
      has_company(with_company) {}

RemoteStealing::RemoteStealing(LocalityStealing& stealing, unsigned index, const Settings& settings)
    : stealing_(stealing),
      self_(stealing.self * stealing.workers + index),
      cells_(stealing.array, stealing.messages, self_, stealing.workers),
      victims_(make_selector(settings.policy.among_workers(), self_, stealing.places, settings.seed)),
      won_from_(settings.localities) {}

// --- Tasks in the deque that another locality has

bool RemoteStealing::has_ended(Descriptor& task) {
    if (task.finished() || take_back(task.as<unsigned>())) return true;
    if (!stealing_.array.access(index_of(self_)).ending()) return false;
    fail(task, std::make_exception_ptr(Abandoned{}));  // nothing comes any more
    return true;
}

void RemoteStealing::take_results_back() {
    for (unsigned slot = 0; slot < given_.size(); ++slot)
        if (given_[slot].task != nullptr) take_back(slot);
}

// Into its task, if it is there; the cell is free then.
bool RemoteStealing::take_back(unsigned slot) {
    const CellState state = cells_.result_state(slot);
    if (state.kind == CellState::Kind::none) return false;
    Bytes content = cells_.take_result(slot);
    const auto [task, call] = std::exchange(given_[slot], {});
    if (state.kind == CellState::Kind::failed) {
        if (stealing_.translator != nullptr)
            stealing_.translator->note_failure(index_of(self_), worker_of(task->holder()));
        fail(*task, std::make_exception_ptr(Error(content)));
        return true;
    }
    try {
        unpack_result(*call, *task, std::move(content));
        task->set(Descriptor::State::done);
    } catch (...) {
        fail(*task, std::current_exception());
    }
    return true;
}

void RemoteStealing::fail(Descriptor& task, std::exception_ptr exception) {
    new (task.content) std::exception_ptr(std::move(exception));
    task.set(Descriptor::State::failed);
}

// --- As a victim

// Not in a session of one process: its memory is nobody else's.
void RemoteStealing::share_boundary(TaskDeque& deque) {
    if (stealing_.has_company && deque.share_boundary(cells_.page())) cells_.boundary_is_in_page();
}

void RemoteStealing::close() {
    if (const std::optional<unsigned> thief = cells_.close()) cells_.refuse(*thief);
}

// Tasks that were given early may be synced late: what these came to need not lie in cells until then.
std::optional<unsigned> RemoteStealing::free_slot() {
    for (unsigned slot = 0; slot < given_.size(); ++slot) {
        if (given_[slot].task == nullptr || take_back(slot)) return slot;
    }
    return std::nullopt;
}

// None if the task had better stay. Then nothing has changed.
std::optional<Bytes> RemoteStealing::pack(const TravellingCall& call, Descriptor& task, unsigned thief) {
    if (stealing_.translator == nullptr) return call.steps().pack(task);
    const References references = call.steps().references(task);
    if (!stealing_.translator->is_worth_sending(index_of(self_), references)) return std::nullopt;
    const Bytes data = stealing_.translator->pack_arguments(index_of(self_), thief, references);
    return Encoder().put(call.steps().pack(task)).append(data).take();
}

// Whether it can travel, and has too little work for a journey. What another thief may take meanwhile is not looked at.
bool RemoteStealing::is_too_small(const TaskDeque& deque, Descriptor& oldest) {
    if (stealing_.workers > 1 && deque.shares()) return false;
    const TravellingCall* const call = TravellingCall::of(oldest);
    return call != nullptr &&
           !stealing_.translator->is_worth_sending(index_of(self_), call->steps().references(oldest));
}

// Leaves tasks to their owner as long as the oldest is too small. Returns whether the one that is now the oldest is
// not.
bool RemoteStealing::has_large_task(TaskDeque& deque, const Descriptor* below) {
    for (Descriptor* oldest = deque.oldest(below); oldest != nullptr && oldest < below; oldest = deque.oldest(below)) {
        if (!is_too_small(deque, *oldest)) return true;
        if (const TakenTasks taken = deque.take(below, one)) taken.leave_to_owner();
    }
    return false;
}

// Looks before it takes: what cannot travel, or is not below, is left to thieves of this locality. Where these have
// taken that meanwhile, the next one may be such a task: then its owner claims it at its sync, as it does what a thief
// keeps.
bool RemoteStealing::answer(TaskDeque& deque, const Descriptor* below) {
    if (stealing_.translator != nullptr && !has_large_task(deque, below)) return false;
    const std::optional<unsigned> thief = cells_.take_request();
    if (!thief) return false;
    const Descriptor* const oldest = deque.oldest(below);
    const std::optional<unsigned> slot = free_slot();
    const TakenTasks taken = oldest != nullptr && oldest < below && TravellingCall::of(*oldest) != nullptr && slot
                                 ? deque.take(below, one)
                                 : TakenTasks();
    const TravellingCall* const call = taken && taken.first < below ? TravellingCall::of(*taken.first) : nullptr;
    std::optional<Bytes> arguments;
    try {
        if (call != nullptr) arguments = pack(*call, *taken.first, *thief);
    } catch (...) {
        taken.leave_to_owner();
        cells_.refuse(*thief);
        throw;
    }
    if (!arguments) {
        if (taken) taken.leave_to_owner();
        cells_.refuse(*thief);
        return false;
    }
    given_[*slot] = {.task = taken.first, .call = call};
    new (taken.first->content) unsigned(*slot);
    taken.give_to(*thief | remote);
    cells_.give(*thief, call->name(), *slot, *arguments);
    return true;
}

// --- As a thief

std::optional<RemoteTask> RemoteStealing::steal(unsigned victim, const std::function<bool()>& over) {
    const Expecting expecting(*this);
    const Clock::time_point began = Clock::now();
    count(tried_);
    count(round_trips_);
    if (!cells_.ask(victim) || !await_answer(victim, over)) return std::nullopt;
    const CellState answer = cells_.answer();
    if (answer.kind != CellState::Kind::given) return std::nullopt;
    latency_.record(Clock::now() - began);
    count(won_from_[locality_of(victim)]);
    return RemoteTask{.call = TravellingCall::named(cells_.given_name()),
                      .owner = victim,
                      .slot = answer.slot,
                      .arguments = cells_.take_arguments()};
}

// Whether there is one. A request that is taken back is not answered; if the victim was just answering, there will be
// one soon.
bool RemoteStealing::await_answer(unsigned victim, const std::function<bool()>& over) {
    bool tried_to_withdraw = false;
    for (unsigned round = 0; cells_.answer().kind == CellState::Kind::none; ++round) {
        if (stealing_.array.access(index_of(self_)).ending()) return false;
        if (!tried_to_withdraw && (round >= rounds_of_patience || over())) {
            count(round_trips_);
            if (cells_.withdraw(victim)) return false;
            tried_to_withdraw = true;
        }
        pause_for_answer(round);
    }
    count(round_trips_);
    return true;
}

std::size_t RemoteStealing::unpack(const RemoteTask& stolen, Descriptor& task) {
    if (stealing_.translator == nullptr) {
        stolen.call->steps().unpack(task, stolen.arguments);
        return 0;
    }
    Decoder from(stolen.arguments);
    stolen.call->steps().unpack(task, from.get<Bytes>());
    const References references = stolen.call->steps().references(task);
    stealing_.translator->unpack_arguments(index_of(self_), stolen.owner, from.rest(), references);
    stealing_.translator->hold(index_of(self_), references);
    return references.size();
}

void RemoteStealing::release(std::size_t references) {
    if (references > 0) stealing_.translator->release(index_of(self_), references);
}

Bytes RemoteStealing::pack_result(const RemoteTask& stolen, Descriptor& task) {
    if (stealing_.translator == nullptr) return stolen.call->steps().pack_result(task);
    const References references = stolen.call->steps().result_references(task);
    const Bytes data = stealing_.translator->pack_result(index_of(self_), stolen.owner, references);
    return Encoder().put(stolen.call->steps().pack_result(task)).append(data).take();
}

void RemoteStealing::unpack_result(const TravellingCall& call, Descriptor& task, Bytes content) {
    if (stealing_.translator == nullptr) return call.steps().unpack_result(task, std::move(content));
    Decoder from(std::move(content));
    call.steps().unpack_result(task, from.get<Bytes>());
    stealing_.translator->unpack_result(index_of(self_), worker_of(task.holder()), from.rest(),
                                        call.steps().result_references(task));
}

void RemoteStealing::bring_back(const RemoteTask& stolen, Descriptor& task) {
    auto kind = CellState::Kind::failed;
    Bytes content;
    try {
        if (task.get() == Descriptor::State::failed) std::rethrow_exception(task.take<std::exception_ptr>());
        content = pack_result(stolen, task);
        kind = CellState::Kind::done;
    } catch (const Abandoned&) {
        return;  // so will be the task that waits
    } catch (const std::exception& error) {
        content = error.what();
    } catch (...) {
        content = "an exception without a message";
    }
    cells_.bring_back(stolen.owner, stolen.slot, kind, content);
}

void RemoteStealing::add_to(LocalityStatistics& figures) const {
    Traffic& traffic = figures.traffic;
    traffic.steals_tried += tried_.load(std::memory_order_relaxed);
    traffic.round_trips += round_trips_.load(std::memory_order_relaxed);
    for (unsigned victim = 0; victim < won_from_.size(); ++victim) {
        const std::uint64_t won = won_from_[victim].load(std::memory_order_relaxed);
        if (won == 0) continue;
        traffic.steals_won += won;
        traffic.tasks_received += won;
        figures.stolen_from[victim].steals += won;
        figures.stolen_from[victim].tasks += won;
    }
    latency_.add_to(traffic.steal_latency);
}

}  // namespace scrump::detail

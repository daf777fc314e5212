#include <scrump/base/clock.hpp>
#include <scrump/base/doorbell.hpp>
#include <scrump/runtime/look_around.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/search/worker.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/scheduler_channel.hpp>

#include <algorithm>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace scrump {
namespace {

// While a worker has nothing to do, by its meter.
class Waiting {
  public:
    explicit Waiting(Meter& meter) : meter_(meter) { meter_.begin_wait(); }
    ~Waiting() { meter_.end_wait(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

  private:
    Meter& meter_;
};

// How many workers of this process there are for each of those that its processors have room for: by so much each is to
// do less while it has no work, or those with nothing to do would leave none for the others.
unsigned crowd(const Locality& home) {
    static constexpr unsigned room = 4;
    static const unsigned processors = std::max(std::thread::hardware_concurrency(), 1U);
    const Session* const session = home.options().session;
    const bool alone = session == nullptr || session->size() == 1;
    return std::max((alone ? home.options().localities : 1) * home.size() / (room * processors), 1U);
}

}  // namespace

Worker::Worker(Locality& home, unsigned index)
    : home_(home),
      index_(index),
      record_(home.size()),
      victims_(make_selector(home.options().policy.among_workers(), index, Topology::one_host(home.size()),
                             home.options().seed)) {
    if (home.options().trace.wanted()) meter_.keep_timeline(home.options().trace.events);
}

Worker::~Worker() = default;

void Worker::run() {
    out_of_work_since_ = now();
    work();
}

Worker::Clock::time_point Worker::now() const {
    return counting || home_.channel() || home_.skeleton().kind == Skeleton::Kind::adaptive ? Clock::now()
                                                                                            : Clock::time_point();
}

void Worker::settle(Clock::time_point time) {
    meter_.settle(time);
    home_.charge_nodes(record_.settle(counters_, improvements(), time));
}

// --- Tasks

void Worker::begin_task() {
    const Clock::time_point began = now();
    busy_.store(true, std::memory_order_relaxed);
    meter_.begin_task(began);
    if (SchedulerChannel* const channel = home_.channel()) channel->set_working(index_, microseconds(began));
    ++counters_.tasks;
    nodes_before_ = counters_.nodes;
}

void Worker::end_task(unsigned depth) {
    const Clock::time_point ended = now();
    if (SchedulerChannel* const channel = home_.channel()) channel->set_idle(index_, microseconds(ended));
    busy_.store(false, std::memory_order_relaxed);
    meter_.end_task(counters_.nodes - nodes_before_, depth, ended);
    out_of_work_since_ = ended;
    settle(ended);
}

void Worker::note_try(unsigned victim, std::size_t nodes, unsigned self) {
    const unsigned locality = victim / home_.size();
    if (locality != self / home_.size()) return meter_.note_moment(TimelineEvent::Kind::remote_steal, nodes, locality);
    const unsigned worker = victim % home_.size();
    meter_.note_moment(TimelineEvent::Kind::steal, nodes, worker);
    if (nodes > 0) record_.note_steal(worker, now() - out_of_work_since_);
}

// --- Giving work away

std::uint64_t Worker::credit() const {
    std::uint64_t credit = home_.node_slice();
    if (awaits_beat_) return std::min(credit, beat_poll_);
    if (home_.skeleton().kind == Skeleton::Kind::budget) {
        credit = std::min(credit, until(budgeted_, home_.grain().budget()));
        if (home_.grain().chooses()) credit = std::min(credit, look_);
    }
    return credit;
}

// A budget says nothing of time: however large it is, this worker is to come by often enough to see that it is wrong,
// and so seldom that it costs nothing.
void Worker::look_at_grain(Clock::time_point now) {
    static constexpr std::chrono::microseconds often{250};
    static constexpr std::chrono::microseconds seldom{1000};
    if (!home_.grain().chooses()) return;
    const Clock::duration since = now - std::exchange(looked_, now);
    const std::uint64_t passed = counters_.backtracks - std::exchange(looked_after_, counters_.backtracks);
    if (since < often && passed >= look_) look_ *= 2;
    if (since > seldom) look_ = std::max<std::uint64_t>(look_ / 2, 1);
    home_.look_at_grain(now);
}

bool Worker::should_give(Clock::time_point now, std::size_t waiting) {
    const Skeleton& skeleton = home_.skeleton();
    const bool was_awaiting = std::exchange(awaits_beat_, false);
    if (skeleton.kind == Skeleton::Kind::budget) return counters_.backtracks - budgeted_ >= home_.grain().budget();
    if (!skeleton.splits_on_request()) return false;
    const bool hungry = home_.hungry();
    if (!hungry && !home_.keeps_stock()) return false;
    if (waiting > 0) {
        home_.tasks_bell().ring_one();
        return false;
    }
    if (skeleton.kind == Skeleton::Kind::stack_stealing) return true;
    // The heartbeat: promotions are at least a beat apart, so their cost is a bounded share of the time.
    // Who asked between two beats is answered at the next one. Nobody waits for a stock: it may take longer.
    const Clock::duration beat = home_.grain().beat();
    // Who asks again meanwhile comes between two polls: that is no reason to poll less.
    const std::uint64_t passed = counters_.backtracks - std::exchange(polled_after_, counters_.backtracks);
    beat_poll_ = !was_awaiting ? first_beat_poll : passed < beat_poll_ ? beat_poll_ : beat_poll_ * 2;
    awaits_beat_ = now < (hungry ? next_beat_ : next_beat_ + beats_to_stock * beat);
    if (awaits_beat_) return false;
    next_beat_ = now + beat;
    return true;
}

// Adaptively, so many that they feed a thief for long.
std::size_t Worker::least_gift() const {
    if (home_.skeleton().kind != Skeleton::Kind::adaptive) return 1;
    return home_.keeps_stock() ? least_stock : least_given;
}

// --- Finding work

std::optional<unsigned> Worker::choose_victim() {
    const std::optional<unsigned> victim = victims_->choose();
    if (victim && !std::exchange(asked_, false)) ++counters_.steals_tried;
    return victim;
}

void Worker::stole_from(unsigned victim) {
    meter_.note_moment(TimelineEvent::Kind::steal, 1, victim);
    ++counters_.steals_won;
    if constexpr (counting) record_.note_steal(victim, now() - out_of_work_since_);
    victims_->succeeded(victim);
    asked_to_split_.reset();
}

void Worker::failed_at(unsigned victim) {
    meter_.note_moment(TimelineEvent::Kind::steal, 0, victim);
    victims_->failed(victim);
}

void Worker::wait_for_work(unsigned rounds) {
    const Locality::Hunger hunger(home_);
    const Waiting waiting(meter_);
    const bool asks = home_.skeleton().splits_on_request();
    if (asked_to_split_) victims_->failed(*asked_to_split_);  // it had nothing to give
    asked_to_split_ = asks ? victims_->choose() : std::nullopt;
    if (asked_to_split_ && home_.ask_to_split_from(*asked_to_split_)) {
        ++counters_.steals_tried;
        asked_ = true;
    }
    const unsigned crowding = crowd(home_);
    if (look_around(
            meter_, [&] { return home_.has_news(); }, crowding > 1 ? 1 : looks_before_sleep))
        return;
    Doorbell& bell = home_.tasks_bell();
    const Doorbell::Ticket ticket = bell.listen();
    if (home_.has_news()) {
        bell.cancel();
        return;
    }
    std::optional<Clock::time_point> deadline;
    // Who is alone in its locality has nobody to ask, and is woken when tasks come from another one.
    if (asks && home_.size() > 1) {
        deadline = Clock::now() + asks_again * crowding * (home_.hungry_workers() << std::min(rounds, 4U));
    }
    bell.wait(ticket, deadline);
}

std::vector<std::size_t> Worker::fewest_first(const std::vector<unsigned>& numbers) {
    std::vector<std::size_t> places(numbers.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t one, std::size_t other) { return numbers[one] < numbers[other]; });
    return places;
}

}  // namespace scrump

#include "simulated_platform.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace scrump::detail {
namespace {

// Four times what threads usually have: tasks of fork and join go deep, and take more here, where no sync is fast. What
// nobody reaches takes no memory.
constexpr std::size_t stack_bytes = std::size_t{32} << 20;

double since_epoch(Clock::time_point time) {
    return static_cast<double>(std::chrono::nanoseconds(time.time_since_epoch()).count());
}

// Of ns, to the digit that says something: hosts may die within microseconds.
std::string in_seconds(double ns) {
    std::ostringstream text;
    text << ns * 1e-9 << " s";
    return text.str();
}

}  // namespace

struct SimulatedPlatform::Host {
    unsigned number = 0;
    unsigned cores = 1;
    unsigned awake = 0;      // number of threads, except those that serve
    unsigned processes = 0;  // number of processes whose first thread has not ended
    std::vector<SimulatedThread*> threads;
    std::size_t next_to_pay = 0;

    bool is_full() const { return awake >= cores; }
    // Whose core it is that a thread that serves takes next.
    SimulatedThread* next_payer();
};

struct SimulatedPlatform::SimulatedThread : VirtualTime::Strand {
    SimulatedThread(Host& its_host, unsigned its_process, bool is_serving, std::function<void()> work)
        : Strand(std::move(work), stack_bytes), host(its_host), process(its_process), serves(is_serving) {}

    Host& host;
    const unsigned process;
    const bool serves;
    double owed = 0;  // ns of its core's that others had
};

SimulatedPlatform::SimulatedThread* SimulatedPlatform::Host::next_payer() {
    for (std::size_t look = 0; look < threads.size(); ++look) {
        SimulatedThread* const thread = threads[next_to_pay++ % threads.size()];
        if (!thread->serves && !thread->asleep() && !thread->ended()) return thread;
    }
    return nullptr;
}

// A thread that its destructor waits for.
class SimulatedPlatform::Joined final : public Started {
  public:
    Joined(SimulatedPlatform& platform, SimulatedThread& thread) : platform_(platform), thread_(thread) {}
    Joined(const Joined&) = delete;
    Joined& operator=(const Joined&) = delete;
    ~Joined() override {
        while (!thread_.ended()) platform_.sleep_on(&thread_, std::nullopt);
        platform_.forget(thread_);
    }

  private:
    SimulatedPlatform& platform_;
    SimulatedThread& thread_;
};

SimulatedPlatform::SimulatedPlatform(const SimulatedMachine& machine) : machine_(machine) {
    for (unsigned number = 0; number < machine_.hosts; ++number) {
        hosts_.push_back(std::make_unique<Host>());
        hosts_.back()->number = number;
        hosts_.back()->cores = machine_.cores_per_host();
    }
    if (!machine_.faults.empty()) {
        time_.set_available([this](const VirtualTime::Strand& strand, double time) {
            const unsigned host = static_cast<const SimulatedThread&>(strand).host.number;
            return available(host, time - beginning) + beginning;
        });
    }
}

SimulatedPlatform::~SimulatedPlatform() = default;

// --- Running

SimulatedPlatform::SimulatedThread& SimulatedPlatform::make(unsigned process, bool serves, std::function<void()> work) {
    Host& host = *hosts_[machine_.host_of(process)];
    threads_.push_back(std::make_unique<SimulatedThread>(host, process, serves, std::move(work)));
    host.threads.push_back(threads_.back().get());
    if (!serves) ++host.awake;
    return *threads_.back();
}

// It stays where it is: what was to happen to it may still be among what is to happen.
void SimulatedPlatform::forget(SimulatedThread& thread) {
    std::erase(thread.host.threads, &thread);
}

void SimulatedPlatform::start_process(unsigned process, std::function<void()> work) {
    ++hosts_[machine_.host_of(process)]->processes;
    SimulatedThread& first = make(process, true, [this, work = std::move(work)] {
        work();
        --running().host.processes;
    });
    time_.begin(first, beginning);
}

void SimulatedPlatform::run() {
    bool endless = false;
    time_.run([&] {
        endless = machine_.longest > 0 && elapsed() > machine_.longest;
        return look_outside() || endless || all_ended();
    });
    if (endless) throw Error("the simulated machine has run for " + in_seconds(elapsed()) + ", and is not done");
    if (!all_ended()) complain_of_standstill();
}

// Of those that can end.
bool SimulatedPlatform::all_ended() const {
    return std::all_of(hosts_.begin(), hosts_.end(),
                       [this](const auto& host) { return host->processes == 0 || is_dead(host->number); });
}

double SimulatedPlatform::available(unsigned host, double time) const {
    for (const SimulatedMachine::Fault& fault : machine_.faults) {
        if (fault.kind != SimulatedMachine::Fault::Kind::part && fault.hits(host)) time = fault.over(time);
    }
    return time;
}

std::string SimulatedPlatform::names_of_dead() const {
    constexpr unsigned most_named = 4;
    std::string names;
    unsigned dead = 0;
    for (const auto& host : hosts_) {
        if (!is_dead(host->number) || ++dead > most_named) continue;
        double died = latest();
        for (const SimulatedMachine::Fault& fault : machine_.faults) {
            if (fault.kind == SimulatedMachine::Fault::Kind::die && fault.hits(host->number))
                died = std::min(died, fault.begins);
        }
        names += (names.empty() ? "host" : ", host") + std::to_string(host->number) + " after " + in_seconds(died);
    }
    return dead > most_named ? names + " and " + std::to_string(dead - most_named) + " more" : names;
}

void SimulatedPlatform::complain_of_standstill() const {
    std::size_t asleep = 0;
    for (const auto& each : threads_) asleep += each->asleep() ? 1U : 0U;
    const std::string dead = names_of_dead();
    throw Error("nothing is left to happen on the simulated machine after " + in_seconds(elapsed()) + ", but " +
                std::to_string(asleep) + " threads wait for something" +
                (dead.empty() ? "" : "; hosts have died (" + dead + ")"));
}

// Threads of the real machine may have something to say.
bool SimulatedPlatform::look_outside() {
    if (!called_from_outside_.exchange(false, std::memory_order_acquire)) return false;
    std::vector<std::pair<const void*, std::size_t>> woken;
    {
        const std::lock_guard lock(mutex_);
        woken.swap(woken_from_outside_);
    }
    for (const auto& [word, count] : woken) wake_on(word, count);
    return false;
}

SimulatedPlatform::SimulatedThread& SimulatedPlatform::running() const {
    return static_cast<SimulatedThread&>(*time_.running());
}

unsigned SimulatedPlatform::process() const {
    return running().process;
}

// --- Time

double SimulatedPlatform::in_its_time(double ns) {
    SimulatedThread& self = running();
    Host& host = self.host;
    if (!machine_.speeds.empty() || !machine_.loads.empty()) ns /= machine_.speed(host.number, elapsed());
    if (self.serves) {
        if (host.is_full()) {
            if (SimulatedThread* const payer = host.next_payer()) payer->owed += ns;
        }
        return ns;
    }
    if (host.awake > host.cores) ns *= static_cast<double>(host.awake) / host.cores;
    return ns + std::exchange(self.owed, 0);
}

void SimulatedPlatform::spend(double ns) {
    time_.spend(in_its_time(ns));
}

double SimulatedPlatform::ns_of(Work work) const {
    switch (work) {
        case Work::node:
            return machine_.costs.node;
        case Work::task:
            return machine_.costs.task;
        case Work::spawn:
            return machine_.costs.spawn;
        case Work::steal:
            return machine_.costs.steal;
        case Work::access:
            return machine_.costs.access;
        case Work::look:
            return machine_.costs.look;
        case Work::serve:
            return machine_.costs.serve;
    }
    return 0;
}

void SimulatedPlatform::pass(Work work, std::uint64_t amount) {
    pass_time(ns_of(work) * static_cast<double>(amount));
}

void SimulatedPlatform::add(Work work, std::uint64_t amount) {
    spend(ns_of(work) * static_cast<double>(amount));
}

std::uint64_t SimulatedPlatform::step(Work work) const {
    // An idle thread notices sooner that there is something to do.
    constexpr double attentive = 5;
    const double time = work == Work::look ? machine_.step / attentive : machine_.step;
    const double most = time / std::max(ns_of(work), 1e-3);
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(std::min(most, 1e15)), 1);
}

Clock::time_point SimulatedPlatform::now() {
    if (is_from_outside()) return outside_.now();
    if (time_.running() != nullptr) spend(machine_.costs.clock);
    return Clock::time_point(std::chrono::nanoseconds(static_cast<std::int64_t>(time_.now())));
}

void SimulatedPlatform::yield() {
    pass_time(machine_.costs.yield);
}

void SimulatedPlatform::relax() {
    if (is_from_outside()) return outside_.relax();
    pass_time(machine_.costs.look);
}

// --- Threads

std::unique_ptr<Platform::Started> SimulatedPlatform::start(std::function<void()> work) {
    if (is_from_outside() || time_.running() == nullptr) return outside_.start(std::move(work));
    SimulatedThread& thread = make(process(), false, [this, work = std::move(work)] {
        work();
        SimulatedThread& self = running();
        --self.host.awake;
        wake_on(&self, 1);
    });
    time_.begin(thread, time_.now() + machine_.costs.wake);
    return std::make_unique<Joined>(*this, thread);
}

std::string SimulatedPlatform::host_name() {
    return "host" + std::to_string(machine_.host_of(process()));
}

// --- Sleeping

void SimulatedPlatform::sleep_for(std::chrono::nanoseconds time) {
    if (is_from_outside()) return outside_.sleep_for(time);
    sleep_on(nullptr, time_.now() + static_cast<double>(time.count()));
}

bool SimulatedPlatform::sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) {
    if (is_from_outside()) return outside_.sleep(word, value, deadline);
    if (word.value.load(std::memory_order_relaxed) != value) return true;
    return sleep_on(&word.value, deadline ? std::optional(since_epoch(*deadline)) : std::nullopt);
}

bool SimulatedPlatform::sleep_on(const void* word, std::optional<double> deadline) {
    SimulatedThread& self = running();
    if (word != nullptr) sleepers_[word].push_back(&self);
    if (!self.serves) --self.host.awake;
    bool woken = true;
    if (deadline) {
        woken = time_.sleep_until(*deadline);
    } else {
        time_.sleep();
    }
    if (!woken) {
        if (!self.serves) ++self.host.awake;
        if (word != nullptr) {
            const auto waiting = sleepers_.find(word);
            std::erase(waiting->second, &self);
            if (waiting->second.empty()) sleepers_.erase(waiting);
        }
    }
    return woken;
}

void SimulatedPlatform::wake(SleepWord word, std::size_t count) {
    if (!is_from_outside()) return wake_on(&word.value, count);
    const std::lock_guard lock(mutex_);
    woken_from_outside_.emplace_back(&word.value, count);
    called_from_outside_.store(true, std::memory_order_release);
}

// Those that have slept for longest.
void SimulatedPlatform::wake_on(const void* word, std::size_t count) {
    if (time_.running() != nullptr) spend(machine_.costs.notify);
    const auto found = sleepers_.find(word);
    if (found == sleepers_.end()) return;
    std::vector<SimulatedThread*>& waiting = found->second;
    const auto end = waiting.begin() + static_cast<std::ptrdiff_t>(std::min(count, waiting.size()));
    std::for_each(waiting.begin(), end, [this](SimulatedThread* each) { wake_thread(*each); });
    waiting.erase(waiting.begin(), end);
    if (waiting.empty()) sleepers_.erase(found);
}

void SimulatedPlatform::wake_thread(SimulatedThread& thread) {
    Host& host = thread.host;
    const double latency = thread.serves && host.is_full() ? machine_.costs.preempt : machine_.costs.wake;
    if (!thread.serves) ++host.awake;
    time_.wake(thread, time_.now() + latency);
}

}  // namespace scrump::detail

#pragma once
// The platform of a simulated machine: threads are strands of its virtual time, on hosts with a given number of cores.
// Their actions take the time that the machine defines.
//
// Each process has one thread that serves it, its first, and others. The others have the cores; the serving thread gets
// a free one, or takes its time from one of those that have them all.

#include "virtual_time.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/sim/machine.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrump::detail {

class SimulatedPlatform final : public Platform, public Platform::Pace {
  public:
    explicit SimulatedPlatform(const SimulatedMachine& machine);
    ~SimulatedPlatform() override;

    /// The first thread of a process, which serves it.
    void start_process(unsigned process, std::function<void()> work);
    /// Runs all until every process's first thread has ended. Throws Error if none can continue before, or if it takes
    /// longer than the machine allows.
    void run();

    const SimulatedMachine& machine() const { return machine_; }
    VirtualTime& time() { return time_; }
    /// For the running thread: lets time pass, which the others do not see yet.
    void spend(double ns);
    /// The process of the running thread.
    unsigned process() const;
    /// Whether a host has stopped for good.
    bool is_dead(unsigned host) const { return available(host, latest()) > longest_time; }
    /// The hosts that have died so far, with times: "host0 after 0.001 s, host3 after 0.002 s"; empty if none has.
    std::string names_of_dead() const;
    /// Time since the machine began, in ns.
    double elapsed() const { return time_.now() - beginning; }

    // --- As the platform

    Clock::time_point now() override;
    std::unique_ptr<Started> start(std::function<void()> work) override;
    void sleep_for(std::chrono::nanoseconds time) override;
    void yield() override;
    void relax() override;
    void bind(unsigned /*processing_unit*/) override {}
    std::string host_name() override;
    unsigned processors() override { return machine_.cores_per_host(); }
    bool sleep(SleepWord word, std::uint32_t value, std::optional<Clock::time_point> deadline) override;
    void wake(SleepWord word, std::size_t count) override;
    Platform::Pace* pace() override { return this; }

    // --- As its pace

    void pass(Work work, std::uint64_t amount) override;
    void add(Work work, std::uint64_t amount) override;
    std::uint64_t step(Work work) const override;

  private:
    // Moments of a clock are never 0, which means "none" to some code.
    static constexpr double beginning = 1e9;
    static constexpr double longest_time = 1e300;

    struct Host;
    struct SimulatedThread;
    class Joined;

    // If all hosts are dead, no time passes: then it is the time when a thread was last to continue.
    double latest() const { return std::max(time_.now(), time_.latest()) - beginning; }
    SimulatedThread& running() const;
    bool is_from_outside() const { return this_thread_number() != own_thread_; }
    SimulatedThread& make(unsigned process, bool serves, std::function<void()> work);
    void forget(SimulatedThread& thread);
    // Cost at the host of this thread.
    double in_its_time(double ns);
    void pass_time(double ns) { time_.pass(in_its_time(ns)); }
    bool sleep_on(const void* word, std::optional<double> deadline);
    void wake_on(const void* word, std::size_t count);
    void wake_thread(SimulatedThread& thread);
    double ns_of(Work work) const;
    bool look_outside();
    bool all_ended() const;
    double available(unsigned host, double time) const;
    [[noreturn]] void complain_of_standstill() const;

    const SimulatedMachine machine_;
    Platform& outside_ = Platform::current();
    const std::uintptr_t own_thread_ = this_thread_number();
    VirtualTime time_;
    std::vector<std::unique_ptr<Host>> hosts_;
    std::vector<std::unique_ptr<SimulatedThread>> threads_;
    std::unordered_map<const void*, std::vector<SimulatedThread*>> sleepers_;

    std::mutex mutex_;  // guards requests of the real machine's threads
    std::vector<std::pair<const void*, std::size_t>> woken_from_outside_;
    std::atomic<bool> called_from_outside_ = false;
};

}  // namespace scrump::detail

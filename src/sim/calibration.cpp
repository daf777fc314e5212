#include <scrump/sim/calibration.hpp>

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/net/detail/network.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace scrump {
namespace {

using detail::EventCount;
using detail::Thread;

double ns_between(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration<double, std::nano>(end - begin).count();
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

// Of one of many: the median of several runs.
double ns_of_each(unsigned many, const std::function<void()>& action) {
    constexpr unsigned runs = 7;
    std::vector<double> times;
    for (unsigned run = 0; run < runs; ++run) {
        const Clock::time_point began = Clock::now();
        for (unsigned i = 0; i < many; ++i) action();
        times.push_back(ns_between(began, Clock::now()) / many);
    }
    return median(times);
}

// Two threads that use a word in turn: what it takes to get it from the other one.
double access_time() {
    constexpr std::uint64_t turns = 20'000;
    std::atomic<std::uint64_t> word = 0;
    const auto take_turns = [&](std::uint64_t own) {
        for (std::uint64_t turn = own; turn < turns; turn += 2) {
            while (word.load(std::memory_order_acquire) != turn) detail::Platform::current().relax();
            word.store(turn + 1, std::memory_order_release);
        }
    };
    const Clock::time_point began = Clock::now();
    {
        const Thread other([&] { take_turns(1); });
        take_turns(0);
    }
    return ns_between(began, Clock::now()) / turns;
}

struct Waking {
    double latency = 0;  // until the one that slept runs
    double notify = 0;   // for the one that wakes it
};

// A thread is woken again and again, after it had the time to fall asleep. Where others run on all cores, it is the
// mean that counts: most are soon let in, and some have to wait for long.
Waking waking(unsigned busy_threads) {
    constexpr unsigned rounds = 300;
    constexpr std::chrono::microseconds to_fall_asleep{200};
    std::atomic<bool> over = false;
    std::atomic<unsigned> called = 0;
    std::atomic<unsigned> heard = 0;
    std::vector<Clock::time_point> woken(rounds);
    EventCount events;
    std::vector<double> latencies;
    std::vector<double> notifications;
    {
        std::vector<std::unique_ptr<Thread>> busy;
        for (unsigned i = 0; i < busy_threads; ++i) {
            busy.push_back(std::make_unique<Thread>([&] {
                while (!over.load(std::memory_order_relaxed)) {
                }
            }));
        }
        const Thread sleeper([&] {
            for (unsigned round = 0; round < rounds; ++round) {
                while (true) {
                    const EventCount::Key key = events.prepare_wait();
                    if (called.load(std::memory_order_acquire) > round) {
                        events.cancel_wait();
                        break;
                    }
                    events.wait(key);
                }
                woken[round] = Clock::now();
                heard.store(round + 1, std::memory_order_release);
            }
        });
        for (unsigned round = 0; round < rounds; ++round) {
            detail::Platform::current().sleep_for(to_fall_asleep);
            const Clock::time_point began = Clock::now();
            called.store(round + 1, std::memory_order_release);
            events.notify_all();
            notifications.push_back(ns_between(began, Clock::now()));
            while (heard.load(std::memory_order_acquire) <= round) detail::Platform::current().yield();
            latencies.push_back(ns_between(began, woken[round]));
        }
        over = true;
    }
    const double sum = std::accumulate(latencies.begin(), latencies.end(), 0.0);
    return {.latency = busy_threads > 0 ? sum / rounds : median(latencies), .notify = median(notifications)};
}

// The first two processes send something to and fro; the others are there for the network.
struct Messages {
    double round_trip = 0;        // ns
    double large_round_trip = 0;  // with `large` bytes one way
    double handing_over = 0;
    bool same_host = true;

    static constexpr std::size_t large = 1U << 20U;
};

Messages messages(Session& session) {
    constexpr unsigned rounds = 400;
    constexpr std::uint32_t tag = 1;
    const std::unique_ptr<detail::Network> network = session.group().connect(1);
    detail::Transport& end = network->endpoint(0);
    Messages found;
    found.same_host = end.topology().same_host(0, 1);
    const auto receive = [&] {
        while (!end.receive()) {
        }
    };
    const auto round_trips = [&](std::size_t bytes, unsigned times, std::vector<double>* handing_over) {
        std::vector<double> took;
        for (unsigned round = 0; round < times && session.self() < 2; ++round) {
            if (session.self() == 1) {
                receive();
                end.send(0, tag, {});
                continue;
            }
            Bytes payload(bytes, ' ');
            const Clock::time_point began = Clock::now();
            end.send(1, tag, std::move(payload));
            if (handing_over != nullptr) handing_over->push_back(ns_between(began, Clock::now()));
            receive();
            took.push_back(ns_between(began, Clock::now()));
        }
        return took.empty() ? 0 : median(took);
    };
    std::vector<double> handing_over;
    found.round_trip = round_trips(8, rounds, &handing_over);
    found.large_round_trip = round_trips(Messages::large, rounds / 20, nullptr);
    if (!handing_over.empty()) found.handing_over = median(handing_over);
    session.broadcast({});  // nobody closes the network before all are done
    return found;
}

}  // namespace

SimulatedMachine calibrate(Session& session) {
    SimulatedMachine machine;
    const auto cores = static_cast<unsigned>(std::max<std::size_t>(session.group().processing_units().size(), 1));
    machine.workers = cores;
    auto& costs = machine.costs;
    costs.clock = ns_of_each(20'000, [] { static_cast<void>(Clock::now()); });
    costs.look = ns_of_each(20'000, [] { detail::Platform::current().relax(); });
    costs.yield = ns_of_each(2'000, [] { detail::Platform::current().yield(); });
    if (cores > 1) costs.access = access_time();
    const Waking free = waking(0);
    costs.wake = free.latency;
    costs.notify = free.notify;
    costs.preempt = std::max(waking(cores).latency, costs.wake);
    if (session.size() > 1) {
        const Messages found = messages(session);
        costs.send = costs.receive = found.handing_over;
        SimulatedMachine::Link& link = found.same_host ? machine.within : machine.between;
        link.latency = std::max(found.round_trip / 2 - costs.send - costs.receive, 1.0);
        link.bytes_per_ns = Messages::large / std::max(found.large_round_trip - found.round_trip, 1.0);
    }
    return machine;
}

}  // namespace scrump

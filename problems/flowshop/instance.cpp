#include <scrump/problems/flowshop/instance.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace scrump::flowshop {
namespace {

std::size_t checked(std::size_t number, std::size_t most, const char* what) {
    if (number == 0) throw Error("no " + std::string(what) + "; expected at least one");
    if (number > most) throw Error(std::to_string(number) + " " + what + "; expected at most " + std::to_string(most));
    return number;
}

}  // namespace

Instance::Instance(std::size_t jobs, std::size_t machines)
    : jobs_(checked(jobs, max_jobs, "jobs")),
      machines_(checked(machines, max_machines, "machines")),
      times_(jobs * machines) {}

void Instance::set_time(std::size_t job, std::size_t machine, std::int64_t time) {
    Time& old = times_[job * machines_ + machine];
    if (time < 0) throw Error("a processing time of " + std::to_string(time) + "; expected at least 0");
    if (time > max_sum - (total_ - old))
        throw Error("the processing times add up to more than " + std::to_string(max_sum));
    total_ += static_cast<Time>(time) - old;
    old = static_cast<Time>(time);
}

bool is_order(const Instance& instance, std::span<const Job> jobs) {
    std::vector<bool> seen(instance.jobs());
    for (const Job job : jobs) {
        if (job >= seen.size() || seen[job]) return false;
        seen[job] = true;
    }
    return jobs.size() == seen.size();
}

Order any_order(const Instance& instance) {
    Order order(instance.jobs());
    std::iota(order.begin(), order.end(), Job{0});
    return order;
}

Time makespan(const Instance& instance, std::span<const Job> order) {
    std::vector<Time> done(instance.machines());  // when each machine is done with the jobs so far
    for (const Job job : order) {
        Time arrival = 0;
        for (std::size_t machine = 0; machine < done.size(); ++machine)
            arrival = done[machine] = std::max(done[machine], arrival) + instance.time(job, machine);
    }
    return done.back();
}

}  // namespace scrump::flowshop

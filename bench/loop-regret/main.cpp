// The regret of each technique of loops, of OpenMP's schedules and of what Scrump chooses by itself: by how much their
// times exceed that of the best one, as in the study of LB4OMP (Korndörfer, Eleliemy, Mohammed and Ciorba 2021).

#include "kernels.hpp"

#include <scrump/base/random.hpp>
#include <scrump/loops.hpp>
#include <scrump/runtime/session.hpp>

#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace scrump::regret {
namespace {

constexpr unsigned workers = 2;
constexpr int chosen_runs = 4;

template <class Action>
double seconds_of(const Action& action) {
    const auto begin = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> times) {
    std::ranges::sort(times);
    return times[times.size() / 2];
}

/// Times by variant, in the order in which these are run.
class Times {
  public:
    void add(const std::string& variant, double seconds) {
        if (!times_.contains(variant)) order_.push_back(variant);
        times_[variant].push_back(seconds);
    }
    const std::vector<std::string>& order() const { return order_; }
    double of(const std::string& variant) const { return median(times_.at(variant)); }
    double best() const {
        double least = of(order_.front());
        for (const std::string& each : order_) least = std::min(least, of(each));
        return least;
    }

  private:
    std::vector<std::string> order_;
    std::map<std::string, std::vector<double>> times_;
};

// Threads are awake when time begins.
void wake(Session& session) {
    loop({.technique = Technique::parse("static"), .workers = workers, .session = &session}, 2 * workers,
         [](std::uint64_t) { spin(20'000); });
}

template <class Kernel>
void run_techniques(Session& session, const Kernel& kernel, const IterationCosts& costs, Times& times) {
    for (const std::string& name : Technique::names()) {
        if (name == "awf" || name == "wf" || name == "auto") continue;  // fac2 here; below
        const Technique technique = Technique::parse(name == "block-cyclic" ? "block-cyclic:size=64" : name);
        const LoopOptions options{.technique = technique, .costs = costs, .workers = workers, .session = &session};
        wake(session);
        times.add(technique.describe(), seconds_of([&] { loop(options, kernel.size(), kernel); }));
    }
}

// In a session of its own, which has learned nothing.
template <class Kernel>
void run_chosen(const Kernel& kernel, Times& times) {
    Session session;
    for (int run = 1; run <= chosen_runs; ++run) {
        wake(session);
        times.add("**chosen, run " + std::to_string(run) + "**",
                  seconds_of([&] { loop({.workers = workers, .session = &session}, kernel.size(), kernel); }));
    }
}

template <class Kernel>
void run_openmp(const Kernel& kernel, Times& times) {
    const auto size = static_cast<std::int64_t>(kernel.size());
    static constexpr std::array schedules = {std::pair{"static", omp_sched_static},
                                             std::pair{"dynamic", omp_sched_dynamic},
                                             std::pair{"guided", omp_sched_guided}, std::pair{"auto", omp_sched_auto}};
    for (const auto& [name, schedule] : schedules) {
        omp_set_schedule(schedule, 0);
#pragma omp parallel num_threads(workers)
        spin(20'000);
        times.add(std::string("OpenMP ") + name, seconds_of([&] {
#pragma omp parallel for num_threads(workers) schedule(runtime)
                      for (std::int64_t i = 0; i < size; ++i) kernel(static_cast<std::uint64_t>(i));
                  }));
    }
}

template <class Kernel>
Times measure(const Kernel& kernel, int rounds) {
    const double alone = seconds_of([&] {
        for (std::uint64_t i = 0; i < kernel.size(); ++i) kernel(i);
    });
    const double mean = alone / static_cast<double>(kernel.size());
    const IterationCosts costs{.mean = mean, .sigma = mean / 2, .overhead = 1e-7};
    Times times;
    for (int round = 0; round < rounds; ++round) {
        {
            Session session;
            run_techniques(session, kernel, costs, times);
        }
        run_chosen(kernel, times);
        run_openmp(kernel, times);
    }
    return times;
}

void print(const std::vector<std::pair<std::string, Times>>& columns) {
    std::printf("| |");
    for (const auto& [name, times] : columns) std::printf(" %s |", name.c_str());
    std::printf("\n|---|");
    for (std::size_t i = 0; i < columns.size(); ++i) std::printf("---|");
    std::printf("\n| best (ms) |");
    for (const auto& [name, times] : columns) std::printf(" %.2f |", 1e3 * times.best());
    std::printf("\n");
    for (const std::string& variant : columns.front().second.order()) {
        std::printf("| %s |", variant.c_str());
        for (const auto& [name, times] : columns) std::printf(" %.1f |", 100 * (times.of(variant) / times.best() - 1));
        std::printf("\n");
    }
    const Times& empty = columns.back().second;
    std::printf("\nEmpty iterations: gss / OpenMP guided %.3f, chosen (run %d) / OpenMP guided %.3f\n",
                empty.of("gss") / empty.of("OpenMP guided"), chosen_runs,
                empty.of("**chosen, run " + std::to_string(chosen_runs) + "**") / empty.of("OpenMP guided"));
}

// The time of a sum whose bits repeat, divided by that of a sum in any order.
void print_sums(int rounds) {
    static constexpr std::uint64_t terms = 1'000'000;
    std::vector<double> values(terms);
    SplitMix64 random(1);
    for (double& each : values) each = random.unit();
    const auto sum_of = [&](const char* name, std::uint64_t n, auto term) {
        Session session;
        for (const char* const technique : {"gss", "fac2", "ss", "auto"}) {
            std::vector<double> ratios;
            for (int round = 0; round < 4 * rounds; ++round) {
                std::array<double, 2> seconds{};
                for (const std::size_t fixed : {0U, 1U}) {
                    const LoopOptions options{.technique = Technique::parse(technique),
                                              .deterministic = fixed == 1,
                                              .workers = workers,
                                              .session = &session};
                    wake(session);
                    seconds[fixed] = seconds_of([&] { loop_reduce(options, n, 0.0, term); });
                }
                ratios.push_back(seconds[1] / seconds[0]);
            }
            std::printf("| %s | %s | %.3f |\n", name, technique, median(ratios));
        }
    };
    std::printf("\n| sums that repeat | technique | time / in any order |\n|---|---|---|\n");
    sum_of("1,000,000 numbers in memory", terms, [&](std::uint64_t i) { return values[i]; });
    sum_of("200,000 terms of 100 ns", 200'000, [&](std::uint64_t i) { return values[i] + spin(70); });
}

int run(int rounds) {
    std::vector<std::pair<std::string, Times>> columns;
    for (const int percent : {0, 10, 20, 30, 40})
        columns.emplace_back(std::to_string(percent) + " %", measure(Imbalance(percent / 100.0), rounds));
    columns.emplace_back("Mandelbrot", measure(Mandelbrot(), rounds));
    columns.emplace_back("power law", measure(PowerLawRows(false), rounds));
    columns.emplace_back("sorted", measure(PowerLawRows(true), rounds));
    columns.emplace_back("mesh", measure(AdaptiveMesh(), rounds));
    columns.emplace_back("bodies", measure(Bodies(), rounds));
    columns.emplace_back("empty", measure(Empty(), rounds));
    print(columns);
    print_sums(rounds);
    return 0;
}

}  // namespace
}  // namespace scrump::regret

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
    if (rounds < 1) {
        std::fprintf(stderr, "usage: scrump_loop_regret [ROUNDS]\n");
        return 2;
    }
    return scrump::regret::run(rounds);
}

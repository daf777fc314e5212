#pragma once
// What can be chosen of simulated loops over parts.

#include "workload.hpp"

#include <scrump/loops/options.hpp>
#include <scrump/loops/simulation.hpp>

#include <CLI/CLI.hpp>

namespace scrump::loop_bench {

struct Options {
    WorkloadOptions workload{};
    unsigned hosts = 10;
    unsigned ranks_per_host = 20;
    LoopOptions loop{.technique = {.kind = Technique::Kind::block}};
    SimulatedLocalities machine{.near_latency = 1e-6, .far_latency = 5e-6, .byte = 1e-9};
    unsigned repetitions = 1;  ///< with the seeds after the first

    unsigned ranks() const { return hosts * ranks_per_host; }
    void declare(CLI::App& app);

  private:
    void declare_workload(CLI::App& app);
    void declare_machine(CLI::App& app);
    void declare_division(CLI::App& app);
};

}  // namespace scrump::loop_bench

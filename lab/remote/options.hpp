#pragma once
// What can be chosen of the programs that time remote memory.

#include <CLI/CLI.hpp>

#include <vector>

#include "sampling.hpp"

namespace scrump::remote_bench {

struct Options {
    Sampling sampling;
    std::vector<unsigned> outstanding = {1, 4, 16, 64};
    bool json = false;

    void declare(CLI::App& app) {
        app.add_option("--samples", sampling.samples, "Samples of each row")
            ->check(CLI::PositiveNumber)
            ->capture_default_str();
        app.add_option_function<unsigned>(
               "--window", [this](unsigned ms) { sampling.window = std::chrono::milliseconds(ms); },
               "Milliseconds of a sample, at least")
            ->check(CLI::PositiveNumber)
            ->default_str("20");
        app.add_option("--outstanding", outstanding, "How many operations are under way at once")
            ->check(CLI::Range(1U, 4096U))
            ->delimiter(',')
            ->capture_default_str();
        app.add_flag("--json", json, "Every sample");
    }
    void print(const std::vector<Row>& rows) const { json ? print_json(rows) : print_table(rows); }
};

}  // namespace scrump::remote_bench

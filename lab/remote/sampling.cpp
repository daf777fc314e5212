#include "sampling.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace scrump::remote_bench {

double Row::median() const {
    std::vector<double> sorted = nanoseconds;
    std::sort(sorted.begin(), sorted.end());
    return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
}

Row sample(Row row, const Sampling& sampling, const std::function<void(std::size_t operations)>& work) {
    using Clock = std::chrono::steady_clock;
    const auto time = [&](std::size_t operations) -> std::chrono::duration<double, std::nano> {
        const Clock::time_point began = Clock::now();
        work(operations);
        return Clock::now() - began;
    };
    std::size_t operations = std::max<std::size_t>(row.outstanding, 16);
    while (time(operations) < sampling.window) operations *= 2;
    for (unsigned i = 0; i < sampling.samples; ++i)
        row.nanoseconds.push_back(time(operations).count() / static_cast<double>(operations));
    return row;
}

void print_table(const std::vector<Row>& rows) {
    fmt::print("| way | operation | outstanding | ns an operation | least … greatest | M/s |\n");
    fmt::print("|---|---|---:|---:|---:|---:|\n");
    for (const Row& row : rows) {
        const auto [least, greatest] = std::minmax_element(row.nanoseconds.begin(), row.nanoseconds.end());
        fmt::print("| {} | {} | {} | {:.1f} | {:.1f} … {:.1f} | {:.3f} |\n", row.way, row.operation, row.outstanding,
                   row.median(), *least, *greatest, 1e3 / row.median());
    }
}

void print_json(const std::vector<Row>& rows) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Row& row : rows) {
        all.push_back({{"way", row.way},
                       {"operation", row.operation},
                       {"outstanding", row.outstanding},
                       {"nanoseconds", row.nanoseconds}});
    }
    fmt::print("{}\n", all.dump(2));
}

}  // namespace scrump::remote_bench

#pragma once
// How one way to reach remote memory is timed, and how that is shown.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace scrump::remote_bench {

/// What was measured of one operation.
struct Row {
    std::string way;                  ///< how it got there
    std::string operation;            ///< its name
    unsigned outstanding = 1;         ///< how many were under way at once
    std::vector<double> nanoseconds;  ///< an operation, of each sample

    double median() const;
};

/// How long and how often each is timed.
struct Sampling {
    unsigned samples = 7;
    std::chrono::milliseconds window{20};  ///< a sample takes at least so long
};

/// Times `work`, which does so many operations: first finds how many fill the window.
Row sample(Row row, const Sampling& sampling, const std::function<void(std::size_t operations)>& work);

/// A Markdown table.
void print_table(const std::vector<Row>& rows);
/// An array with every sample.
void print_json(const std::vector<Row>& rows);

}  // namespace scrump::remote_bench

#pragma once
// The table, as text for people, as Markdown for docs/benchmarks.md, and as JSON with every sample for machines.

#include <string>
#include <vector>

#include "experiment.hpp"
#include "machine.hpp"
#include "measure.hpp"

namespace scrump::bench {

/// What came of one experiment.
struct Outcome {
    std::string name;
    std::string about;
    std::string skipped{};  ///< why, if it was
    std::string failed{};   ///< how, if it did: answers that differ
    std::string unit{};
    std::vector<std::string> variants{};
    Samples samples{};
    std::vector<Row> rows{};
};

struct Table {
    std::string command;  ///< as it was called
    Machine machine;
    bool quick = false;
    std::vector<Outcome> outcomes{};
};

/// For people, piece by piece, as experiments are done.
std::string head_of_text(const Table& table);
std::string as_text(const Outcome& outcome);

/// All rows below their targets, as lines: of what was judged nothing is passed over.
std::string short_of_target(const Table& table);

std::string as_markdown(const Table& table);
std::string as_json(const Table& table);

}  // namespace scrump::bench

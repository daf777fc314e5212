#pragma once
// What runs took, as lines: of a CSV file, or for people.

#include <optional>
#include <string>

#include "experiment.hpp"

namespace scrump::heat {

struct Row {
    Settings settings;
    unsigned repeat = 1;  ///< from 1
    Outcome outcome;
    std::optional<double> alone;  ///< seconds of a task on one worker
};

std::string csv_head();
std::string as_csv(const Row& row);

std::string text_head();
std::string as_text(const Row& row);

}  // namespace scrump::heat

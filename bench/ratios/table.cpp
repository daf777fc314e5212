#include "table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "cells.hpp"

namespace scrump::bench {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string describe(const Machine& machine) {
    return fmt::format("{}, {} cores; load before: {:.2f}; {}; Scrump {}; {}", machine.processor, machine.cores,
                       machine.load, machine.compiler, machine.version, machine.date);
}

// Why an experiment has no rows; empty when it has.
std::string without_rows(const Outcome& outcome) {
    if (!outcome.failed.empty()) return "failed: " + outcome.failed;
    if (!outcome.skipped.empty()) return "skipped: " + outcome.skipped;
    return {};
}

constexpr const char* not_judged = "Small sizes (--quick): targets are not judged.";

const char* comparison_name(Comparison comparison) {
    constexpr const char* names[] = {"alone", "ratio", "difference", "variability"};
    return names[static_cast<std::size_t>(comparison)];
}

OrderedJson to_json(const Row& row) {
    OrderedJson json = {{"what", row.what},
                        {"metric", row.metric.name},
                        {"comparison", comparison_name(row.comparison)},
                        {"value", row.value},
                        {"low", row.low},
                        {"high", row.high},
                        {"subject", row.subject},
                        {"base", row.base}};
    if (row.target) {
        json[row.target->side == Target::Side::at_most ? "at_most" : "at_least"] = row.target->bound;
    }
    if (row.reached) json["reached"] = *row.reached;
    return json;
}

OrderedJson to_json(const Outcome& outcome) {
    OrderedJson json = {{"name", outcome.name}, {"about", outcome.about}};
    if (!outcome.skipped.empty()) {
        json["skipped"] = outcome.skipped;
        return json;
    }
    if (!outcome.failed.empty()) {
        json["failed"] = outcome.failed;
        return json;
    }
    json["unit"] = outcome.unit;
    for (std::size_t i = 0; i < outcome.variants.size(); ++i) {
        OrderedJson variant = {{"name", outcome.variants[i]}, {"answer", outcome.samples[i].front().answer}};
        for (const Sample& sample : outcome.samples[i]) {
            variant["seconds"].push_back(sample.seconds);
            variant["units"].push_back(sample.units);
            for (const auto& [name, value] : sample.more) variant["more"][name].push_back(value);
        }
        json["variants"].push_back(std::move(variant));
    }
    for (const Row& row : outcome.rows) json["rows"].push_back(to_json(row));
    return json;
}

}  // namespace

std::string head_of_text(const Table& table) {
    return fmt::format("{}\n{}", describe(table.machine), table.quick ? fmt::format("{}\n", not_judged) : "");
}

std::string as_text(const Outcome& outcome) {
    constexpr const char* line = "{:<{}} {:>11}  {:<25} {:<10} {:<8} {}\n";
    std::string text = fmt::format("\n{}: {}\n", outcome.name, outcome.about);
    if (!without_rows(outcome).empty()) return text + fmt::format("  {}\n", without_rows(outcome));
    std::size_t width = 58;
    for (const Row& row : outcome.rows) width = std::max(width, row.what.size());
    text += fmt::format(line, "", width, "median", "least … greatest", "target", "reached", "medians compared");
    for (const Row& row : outcome.rows) {
        const Cells cells = cells_of(row);
        text +=
            fmt::format(line, cells.what, width, cells.value, cells.spread, cells.target, cells.reached, cells.medians);
    }
    return text;
}

std::string as_markdown(const Table& table) {
    std::string text = fmt::format("    {}\n\n{}.\n\n", table.command, describe(table.machine));
    if (table.quick) text += fmt::format("{}\n\n", not_judged);
    text +=
        "| what | median | least … greatest | target | reached | medians compared | rounds |\n"
        "|---|---:|---:|---:|---|---:|---:|\n";
    std::string left_out;
    for (const Outcome& outcome : table.outcomes) {
        const std::string why = without_rows(outcome);
        if (!why.empty()) left_out += fmt::format("- {}: {}\n", outcome.name, why);
        for (const Row& row : outcome.rows) {
            const Cells cells = cells_of(row);
            text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cells.what, cells.value, cells.spread,
                                cells.target, cells.reached, cells.medians, outcome.samples.front().size());
        }
    }
    text += fmt::format("\n{}", short_of_target(table));
    if (!left_out.empty()) text += fmt::format("\nWithout rows:\n\n{}", left_out);
    return text;
}

std::string short_of_target(const Table& table) {
    std::size_t judged = 0;
    std::size_t missed = 0;
    std::string lines;
    for (const Outcome& outcome : table.outcomes) {
        for (const Row& row : outcome.rows) {
            if (!row.reached) continue;
            ++judged;
            if (*row.reached) continue;
            ++missed;
            const Cells cells = cells_of(row);
            lines += fmt::format("- {}: {}, target {}\n", cells.what, cells.value, cells.target);
        }
    }
    if (judged == 0) return "No row was held against a target.\n";
    if (missed == 0) return fmt::format("All rows that have a target reach it: {}.\n", judged);
    return fmt::format("Of {} rows that have a target, {} fall{} short of it:\n\n{}", judged, missed,
                       missed == 1 ? "s" : "", lines);
}

std::string as_json(const Table& table) {
    OrderedJson json = {{"schema", "scrump-bench"},           {"version", 1},
                        {"command", table.command},           {"processor", table.machine.processor},
                        {"cores", table.machine.cores},       {"load", table.machine.load},
                        {"compiler", table.machine.compiler}, {"scrump", table.machine.version},
                        {"date", table.machine.date},         {"quick", table.quick},
                        {"experiments", OrderedJson::array()}};
    for (const Outcome& outcome : table.outcomes) json["experiments"].push_back(to_json(outcome));
    return json.dump(1) + "\n";
}

}  // namespace scrump::bench

#include "technique_choice.hpp"

#include <scrump/loops/detail/static_rules.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace scrump::detail {
namespace {

// Time to get a chunk of one size from memory that the workers share, in seconds: measured without the clock's.
constexpr double get = 40e-9;
constexpr std::uint64_t learning_runs = 3;
constexpr std::uint64_t measures_each = 16;

bool is_paced(const Technique& technique) {
    return technique.kind == Technique::Kind::automatic;
}

// Several times as fast as std::snprintf(): each run has such a text.
void add(std::string& text, double number, std::chars_format format, int precision) {
    std::array<char, 352> digits;  // the largest number has 309 before its point
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, format, precision).ptr;
    text.append(digits.data(), end);
}

// Of times of an iteration, in nanoseconds.
std::string compare(const char* before, double first, const char* between, double second) {
    std::string text = before;
    add(text, first, std::chars_format::general, 4);
    text += between;
    add(text, second, std::chars_format::general, 4);
    return text;
}

}  // namespace

LoopRecord::Measured LoopRecord::measured(const LoopStatistics& run) {
    Measured loop{.workers = run.shares.size()};
    double time = 0;
    double longest = 0;
    const BlockRule blocks({.iterations = run.iterations, .workers = static_cast<unsigned>(loop.workers)});
    for (std::size_t worker = 0; worker < run.shares.size(); ++worker) {
        const WorkerProgress& part = run.shares[worker].progress;
        time += part.time;
        const auto block = static_cast<double>(blocks.assigned(static_cast<unsigned>(worker), 0).size());
        longest = std::max(longest, block * part.mean());
    }
    if (run.iterations == 0 || time <= 0) return loop;
    loop.mean = time / static_cast<double>(run.iterations);
    loop.imbalance = std::max(longest * static_cast<double>(loop.workers) / time, 1.0);
    return loop;
}

std::uint64_t LoopRecord::fixed_size(const Measured& loop, std::uint64_t iterations) {
    const double share =
        static_cast<double>(iterations) / static_cast<double>(std::max<std::uint64_t>(loop.workers, 1));
    const double longest = loop.mean * loop.imbalance;  // in the chunks for which others wait
    const double best = longest > 0 ? std::sqrt(2 * share * get / longest) : share;
    return static_cast<std::uint64_t>(std::max(std::min(best, std::ceil(share)), 1.0));
}

double LoopRecord::time_of_fixed(const Measured& loop, std::uint64_t iterations, std::uint64_t size) {
    const double share = static_cast<double>(iterations) / static_cast<double>(loop.workers);
    const auto each = static_cast<double>(size);
    return share * loop.mean + share / each * get + each * loop.mean * loop.imbalance / 2;
}

double LoopRecord::time_of_static(const Measured& loop, std::uint64_t iterations) {
    return static_cast<double>(iterations) / static_cast<double>(loop.workers) * loop.mean * loop.imbalance;
}

Technique LoopRecord::predicted(std::uint64_t iterations) const {
    const std::uint64_t size = fixed_size(measured_, iterations);
    const double by_static = time_of_static(measured_, iterations);
    const double by_fixed = time_of_fixed(measured_, iterations, size);
    if (by_static <= by_fixed) return {.kind = Technique::Kind::block};
    return {.kind = Technique::Kind::fsc, .size = size};
}

std::string LoopRecord::reason_for(const Technique& technique) const {
    const bool is_static = technique.kind == Technique::Kind::block;
    std::string text = "iterations take ";
    add(text, 1e6 * measured_.mean, std::chars_format::general, 3);
    text += " us, blocks differ by ";
    add(text, 100 * (measured_.imbalance - 1), std::chars_format::fixed, 1);
    text += is_static ? " %: less than chunks cost" : " %: chunks cost less than that";
    return text;
}

TechniqueChoice LoopRecord::choose(std::uint64_t iterations) const {
    const Technique paced;
    if (runs_ == 0) return {paced, "the first run here: sizes by the time that iterations take"};
    if (measured_.mean <= 0) return {paced, "iterations are shorter than the clock can tell"};
    if (runs_ > 1 && (runs_ < learning_runs || runs_ % measures_each == 0))
        return {paced, "measures anew how long iterations take"};
    const Technique other = predicted(iterations);
    if (other.kind != other_kind_) return {other, reason_for(other)};  // not tried yet
    if (other_.seconds < paced_.seconds) {
        TechniqueChoice choice{other, reason_for(other)};
        choice.reason += compare("; its runs took ", 1e9 * other_.seconds, " ns an iteration, by measured sizes ",
                                 1e9 * paced_.seconds);
        return choice;
    }
    return {paced, compare("its runs took ", 1e9 * paced_.seconds, " ns an iteration, by the measured mean ",
                           1e9 * other_.seconds)};
}

void LoopRecord::learn(const Technique& technique, const LoopStatistics& run) {
    if (run.iterations == 0) return;
    if (runs_ > 0 && run.shares.size() != measured_.workers) *this = {};  // of another number of workers
    const double each = run.seconds / static_cast<double>(run.iterations);
    if (is_paced(technique)) {
        measured_ = measured(run);
        paced_.add(each);
    } else {
        if (runs_ == 0) return;  // what it was chosen by is forgotten
        if (technique.kind != other_kind_) other_ = {};
        other_kind_ = technique.kind;
        other_.add(each);
    }
    ++runs_;
}

}  // namespace scrump::detail

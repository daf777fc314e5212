#include "run/progress_line.hpp"

#include "line/texts.hpp"

#include <scrump/search/estimate.hpp>

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

namespace scrump::cli {
namespace {

std::size_t terminal_width() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

}  // namespace

std::string progress_text(const SearchProgress& progress, bool with_incumbent) {
    std::string text = fmt::format("{:.1f} s", progress.elapsed.count());
    if (with_incumbent) text += progress.incumbent ? fmt::format(" | best {:g}", *progress.incumbent) : " | none yet";
    if (progress.bound) text += fmt::format(" | bound {:g}", *progress.bound);
    if (progress.bound && progress.incumbent)
        text += fmt::format(" | gap {}", gap_text(*progress.incumbent, *progress.bound));
    if (progress.estimate) text += " | " + progress.estimate->describe_rest();
    text += fmt::format(" | {} | {}/s | {} | {} | {}/{} busy", counted(progress.counters.nodes, "node"),
                        human(progress.nodes_per_second), counted(progress.counters.tasks, "task"),
                        counted(progress.counters.steals_won, "steal"), progress.busy_workers, progress.workers);
    return text;
}

std::string progress_text(const LoopProgress& progress) {
    const auto percent = [&] {
        return 100 * static_cast<double>(progress.iterations) / static_cast<double>(progress.expected);
    };
    std::string text =
        fmt::format("{:.1f} s | {}", progress.elapsed.count(), counted(progress.iterations, "iteration"));
    if (progress.expected > 0) fmt::format_to(std::back_inserter(text), " ({:.0f} %)", percent());
    fmt::format_to(std::back_inserter(text), " | {}/s | {}/{} busy", human(progress.iterations_per_second),
                   progress.busy_workers, progress.workers);
    return text;
}

std::string progress_text(const ExploreProgress& progress) {
    return fmt::format("{:.1f} s | {} | level {} | {} waiting | {}/s | {}/{} busy", progress.elapsed.count(),
                       counted(progress.states, "state"), progress.level, human(static_cast<double>(progress.waiting)),
                       human(progress.states_per_second), progress.busy_workers, progress.workers);
}

std::string progress_text(const TaskProgress& progress) {
    return fmt::format("{:.1f} s | {} stolen | {}/{} busy", progress.elapsed.count(), counted(progress.stolen, "task"),
                       progress.busy_workers, progress.workers);
}

bool ProgressLine::on_terminal() {
    return isatty(STDERR_FILENO) == 1;
}

std::chrono::milliseconds ProgressLine::interval() {
    return std::chrono::milliseconds(on_terminal() ? 200 : 1000);
}

void ProgressLine::show(std::string text) {
    if (draws_) text.resize(std::min(text.size(), terminal_width() - 1));
    // In one piece, so that it stays whole among what other processes say.
    std::fputs((draws_ ? "\r\x1b[K" + text : text + "\n").c_str(), stderr);
    std::fflush(stderr);
    drawn_ = draws_;
}

void ProgressLine::clear() {
    if (std::exchange(drawn_, false)) std::fputs("\r\x1b[K", stderr);
}

}  // namespace scrump::cli

// The options of a run in a program's own command line.

#include <scrump/base/error.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>
#include <scrump/base/values.hpp>
#include <scrump/search/options.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <string_view>
#include <utility>

namespace scrump {
namespace {

/// What an option's text is not.
[[noreturn]] void refuse(std::string_view text, const std::string& expected) {
    throw UsageError(in_quotes(text) + " is not " + expected);
}

template <class Number>
Number whole_number(std::string_view text, Number least = 0, Number most = std::numeric_limits<Number>::max()) {
    const auto value = number_in<Number>(text);
    if (value && *value >= least && *value <= most) return *value;
    const bool bounded = most < std::numeric_limits<Number>::max();
    refuse(text, "a whole number from " + std::to_string(least) + (bounded ? " to " + std::to_string(most) : " on"));
}

/// `least`: in nanoseconds.
std::chrono::nanoseconds duration(std::string_view text, std::int64_t least = 0) {
    const auto seconds = seconds_in(text);
    if (!seconds || *seconds > longest_duration) refuse(text, "a duration; write for example 250ms, 60s, 1.5m or 2h");
    const std::chrono::nanoseconds value(static_cast<std::int64_t>(*seconds * 1e9));
    if (value.count() < least) refuse(text, "a duration of more than 0");
    return value;
}

std::string file_name(std::string_view text) {
    if (text.empty()) refuse(text, "the name of a file");
    return std::string(text);
}

void print_progress(const Progress& now) {
    std::string line = "scrump: " + std::to_string(now.elapsed.count()) + " s, " + std::to_string(now.counters.nodes) +
                       " nodes, " + std::to_string(now.busy_workers) + " of " + std::to_string(now.workers) +
                       " workers busy";
    if (now.incumbent) line += ", best " + std::to_string(*now.incumbent);
    if (now.bound) line += ", bound " + std::to_string(*now.bound);
    std::fprintf(stderr, "%s\n", line.c_str());
}

constexpr unsigned most_workers = 4096;

/// One option: how it is written, what it takes, and what it sets.
struct RunOption {
    std::string_view name;
    std::string_view value;  ///< what help calls it; empty: the option takes none
    std::string_view help;
    void (*set)(Options&, std::string_view);
};

constexpr std::array run_options = {
    RunOption{"--skeleton", "NAME[:key=value,...]", "How to search in parallel",
              [](Options& options, std::string_view text) { options.skeleton = Skeleton::parse(text); }},
    RunOption{"--policy", "NAME[:key=value,...]", "Whom to steal from, and how much",
              [](Options& options, std::string_view text) { options.policy = Policy::parse(std::string(text)); }},
    RunOption{"--workers", "N", "Workers of each locality; 0: one a hardware thread",
              [](Options& options, std::string_view text) { options.workers = whole_number(text, 0U, most_workers); }},
    RunOption{
        "--localities", "N", "Address spaces, simulated in one process",
        [](Options& options, std::string_view text) { options.localities = whole_number(text, 1U, most_workers); }},
    RunOption{"--depth-limit", "N", "Visit no deeper nodes",
              [](Options& options, std::string_view text) { options.depth_limit = whole_number<unsigned>(text); }},
    RunOption{"--time-limit", "TIME", "Stop after TIME: 250ms, 60s, 5m, 2h",
              [](Options& options, std::string_view text) { options.time_limit = duration(text, 1); }},
    RunOption{
        "--node-limit", "N", "Stop after about N nodes",
        [](Options& options, std::string_view text) { options.node_limit = whole_number<std::uint64_t>(text, 1); }},
    RunOption{"--gap", "PART", "Stop once the relative gap to the bound is at most this: 1%, 0.01",
              [](Options& options, std::string_view text) {
                  options.gap = share_in(text);
                  if (!options.gap) refuse(text, "a fraction; write for example 1% or 0.01");
              }},
    RunOption{"--seed", "N", "Seed of the choices of victims",
              [](Options& options, std::string_view text) { options.seed = whole_number<std::uint64_t>(text); }},
    RunOption{"--no-pin", "", "Do not bind workers to cores",
              [](Options& options, std::string_view /*none*/) { options.pin = false; }},
    RunOption{"--checkpoint", "FILE", "Keep the state of the search in FILE",
              [](Options& options, std::string_view text) { options.checkpoints.file = file_name(text); }},
    RunOption{"--checkpoint-every", "TIME", "Time between checkpoints (one is always written at the end)",
              [](Options& options, std::string_view text) { options.checkpoints.every = duration(text, 1); }},
    RunOption{"--resume", "FILE", "Resume a checkpoint of the same search",
              [](Options& options, std::string_view text) { options.checkpoints.resume = file_name(text); }},
    RunOption{"--dead-after", "TIME", "Fail if a process has not responded for TIME (0: never)",
              [](Options& options, std::string_view text) { options.dead_after = duration(text); }},
    RunOption{"--trace", "FILE", "Record what happened when, for Perfetto and chrome://tracing",
              [](Options& options, std::string_view text) { options.trace.file = file_name(text); }},
    RunOption{"--progress", "", "Print a line of progress each second on standard error",
              [](Options& options, std::string_view /*none*/) {
                  options.progress = print_progress;
                  options.progress_interval = std::chrono::seconds(1);
              }},
};

}  // namespace

Options Options::parse(int& argc, char** argv, Options initial) {
    Options options = std::move(initial);
    int left = std::min(argc, 1);
    int next = left;
    while (next < argc) {
        const std::string_view argument = argv[next];
        if (argument == "--") break;
        const std::string_view name = argument.substr(0, argument.find('='));
        const auto* const option =
            std::ranges::find_if(run_options, [&](const RunOption& each) { return each.name == name; });
        if (option == run_options.end()) {
            argv[left++] = argv[next++];
            continue;
        }
        ++next;
        const bool joined = name.size() < argument.size();
        std::string_view value;
        if (option->value.empty()) {
            if (joined) throw UsageError(std::string(name) + " takes no value");
        } else if (joined) {
            value = argument.substr(name.size() + 1);
        } else {
            if (next >= argc)
                throw UsageError(std::string(name) + " needs a value: " + std::string(name) + " " +
                                 std::string(option->value));
            value = argv[next++];
        }
        try {
            option->set(options, value);
        } catch (const UsageError& error) {
            throw UsageError(std::string(name) + ": " + error.what());
        }
    }
    while (next < argc) argv[left++] = argv[next++];
    argc = left;
    argv[left] = nullptr;
    return options;
}

Options Options::parse(int& argc, char** argv) {
    return parse(argc, argv, Options());
}

std::string Options::help() {
    constexpr std::size_t width = 34;
    std::string text;
    for (const RunOption& option : run_options) {
        std::string line("  ");
        line.append(option.name);
        if (!option.value.empty()) line.append(" ").append(option.value);
        line.resize(std::max(line.size() + 2, width), ' ');
        text.append(line).append(option.help).append("\n");
    }
    return text;
}

}  // namespace scrump

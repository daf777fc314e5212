// scrump_bench: the speed table.

#include <scrump/base/error.hpp>

#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "measure.hpp"
#include "rows.hpp"
#include "settings.hpp"
#include "table.hpp"

namespace scrump::bench {
namespace {

struct Given {
    Settings settings;
    std::vector<std::string> only;
    bool list = false;
    bool json = false;
    bool markdown = false;
};

// The build tree that this program is in.
std::filesystem::path build_folder() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : self.parent_path().parent_path();
}

// Where the command is there.
std::filesystem::path default_command() {
    return build_folder().empty() ? build_folder() : build_folder() / "scrump";
}

// It is the same for all presets.
std::filesystem::path default_rayon() {
    return build_folder().empty() ? build_folder() : build_folder().parent_path() / "rayon/release/scrump-rayon";
}

void declare(CLI::App& app, Given& given) {
    Settings& settings = given.settings;
    settings.scrump = default_command();
    settings.rayon = default_rayon();
    app.add_option("--only", given.only, "Experiments by name, * for any text: --only 'twin-*,rate-uts'")
        ->delimiter(',')
        ->type_name("NAME,…");
    app.add_flag("--list", given.list, "Name all experiments and do none");
    app.add_option("--repeat", settings.rounds, "Rounds, in each of which every variant runs once")
        ->check(CLI::Range(1U, 1000U).description(""))
        ->type_name("N")
        ->capture_default_str();
    app.add_flag("--quick", settings.quick, "Small sizes, to see that all works; targets are not judged");
    app.add_option("--data", settings.data,
                   "Folder of the instances: brock400_4.clq, berlin52.tsp, …, or of folders of them")
        ->check(CLI::ExistingDirectory.description(""))
        ->type_name("DIR");
    app.add_option("--scrump", settings.scrump, "The scrump command [default: the one of this build]")
        ->type_name("PATH");
    app.add_option("--rayon", settings.rayon, "The program of the peer rayon [default: the one that make rayon builds]")
        ->type_name("PATH");
    app.add_option("--mpirun", settings.mpirun, "What starts several processes of it")
        ->type_name("PATH")
        ->capture_default_str();
    CLI::Option* const json = app.add_flag("--json", given.json, "One JSON object with all samples");
    app.add_flag("--markdown", given.markdown, "The table of docs/benchmarks.md")->excludes(json);
}

Experiments chosen(const std::vector<std::string>& patterns) {
    Experiments all = all_experiments();
    const auto matches = [](const std::string& pattern, const NamedExperiment& experiment) {
        return fnmatch(pattern.c_str(), experiment.name.c_str(), 0) == 0;
    };
    for (const std::string& pattern : patterns) {
        const auto named = [&](const NamedExperiment& experiment) { return matches(pattern, experiment); };
        if (std::none_of(all.begin(), all.end(), named))
            throw UsageError("there is no experiment \"" + pattern + "\"; --list names all");
    }
    if (patterns.empty()) return all;
    std::erase_if(all, [&](const NamedExperiment& experiment) {
        return std::none_of(patterns.begin(), patterns.end(),
                            [&](const std::string& pattern) { return matches(pattern, experiment); });
    });
    return all;
}

Outcome carry_out(const NamedExperiment& named, const Settings& settings) {
    Outcome outcome{.name = named.name, .about = named.about};
    const bool live = isatty(STDERR_FILENO) != 0;
    try {
        const Experiment experiment = named.make(settings);
        outcome.unit = experiment.unit;
        for (const Variant& variant : experiment.variants) outcome.variants.push_back(variant.name);
        outcome.samples = measure(experiment, settings.rounds, [&](unsigned round, unsigned of) {
            if (live) fmt::print(stderr, "\r\033[K{}: round {} of {}", named.name, round, of);
        });
        outcome.rows = rows_of(experiment, outcome.samples, !settings.quick);
    } catch (const Skipped& reason) {
        outcome.skipped = reason.what();
    } catch (const std::exception& error) {
        outcome.failed = error.what();
    }
    if (live) fmt::print(stderr, "\r\033[K");
    return outcome;
}

int run(int argc, char** argv) {
    CLI::App app("Scrump's speed as ratios of variants that are run alternately. See bench/README.md.", "scrump_bench");
    Given given;
    declare(app, given);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    constexpr unsigned fewest = 5;  // a median of fewer says little
    if (given.settings.rounds < fewest && !given.settings.quick)
        throw UsageError(fmt::format("--repeat {}: at least {} rounds, or --quick", given.settings.rounds, fewest));
    const Experiments experiments = chosen(given.only);
    if (given.list) {
        for (const NamedExperiment& experiment : experiments)
            fmt::print("{:<34}{}\n", experiment.name, experiment.about);
        return 0;
    }
    Table table{.command = "scrump_bench", .machine = this_machine(), .quick = given.settings.quick};
    for (int i = 1; i < argc; ++i) table.command += fmt::format(" {}", argv[i]);
    const bool as_done = !given.json && !given.markdown;
    if (as_done) fmt::print("{}", head_of_text(table));
    bool failed = false;
    for (const NamedExperiment& experiment : experiments) {
        const Outcome& outcome = table.outcomes.emplace_back(carry_out(experiment, given.settings));
        failed |= !outcome.failed.empty();
        if (as_done) fmt::print("{}", as_text(outcome));
        std::fflush(stdout);
    }
    if (as_done) fmt::print("\n{}", short_of_target(table));
    if (given.json) fmt::print("{}", as_json(table));
    if (given.markdown) fmt::print("{}", as_markdown(table));
    return failed ? 1 : 0;
}

}  // namespace
}  // namespace scrump::bench

int main(int argc, char** argv) {
    try {
        return scrump::bench::run(argc, argv);
    } catch (const scrump::UsageError& error) {
        fmt::print(stderr, "scrump_bench: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "scrump_bench: {}\n", error.what());
        return 1;
    }
}

// The scrump command.

#include "command_line.hpp"
#include "commands.hpp"
#include "complain.hpp"
#include "file_kinds.hpp"
#include "interrupts.hpp"
#include "invocation.hpp"
#include "mpi_command.hpp"
#include "output.hpp"
#include "report.hpp"
#include "simulation.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/base/text.hpp>
#include <scrump/base/version.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <system_error>

namespace {

constexpr const char* about =
    "Scrump: exact combinatorial search on every core of every machine.\n"
    "\n"
    "Examples:\n"
    "  scrump maxclique brock400_4.clq\n"
    "  scrump tsp berlin52.tsp --tour berlin52.tour\n"
    "  scrump sip --induced --count pattern.lad target.lad\n"
    "  scrump semigroups --genus 37\n"
    "  scrump uts --tree T3L --workers 2 --json\n"
    "  mpirun -n 20 scrump maxclique brock800_4.clq";

// In the order of help.
constexpr void (*subcommands[])(scrump::cli::CommandLine&) = {
    scrump::cli::declare_maxclique,    scrump::cli::declare_kclique,    scrump::cli::declare_independent_set,
    scrump::cli::declare_vertex_cover, scrump::cli::declare_colouring,  scrump::cli::declare_sip,
    scrump::cli::declare_mcs,          scrump::cli::declare_knapsack,   scrump::cli::declare_tsp,
    scrump::cli::declare_flowshop,     scrump::cli::declare_semigroups, scrump::cli::declare_queens,
    scrump::cli::declare_uts,          scrump::cli::declare_tasks,      scrump::cli::declare_loop,
    scrump::cli::declare_explore,      scrump::cli::declare_reach,      scrump::cli::declare_calibrate,
    scrump::cli::declare_generate,     scrump::cli::declare_convert,    scrump::cli::declare_instances,
    scrump::cli::declare_counters,     scrump::cli::declare_completion, scrump::cli::declare_man,
    scrump::cli::declare_help,
};

std::string footer() {
    return "Skeletons (--skeleton NAME[:key=value,…]):\n" + scrump::Skeleton::help() +
           "\nPolicies (--policy NAME[:key=value,…]):\n" + scrump::Policy::help() +
           "\nA graph is a file (see --format of maxclique), - for standard input, or a generator such as "
           "random:n=300,p=0.7,seed=1 (see "
           "scrump generate "
           "--help).\nscrump FILE says what a file is, and which subcommands take it.\nExit status: 0 solved or "
           "proved, 1 error, 2 bad usage, 3 stopped before proof, 4 stopped and not"
           " kept.";
}

// What else differs is found out where the processes begin to search.
void agree_on_subcommand(scrump::Session& session, const std::string& name) {
    const std::string first_name = session.broadcast(name);
    if (first_name == name) return;
    throw scrump::UsageError("is started for '" + name + "', and the first process for '" + first_name + "'");
}

// A subcommand by its name in version 0.2 becomes what it is called today.
void rename_subcommand(const scrump::Session& session, int argc, char** argv) {
    static char explore[] = "explore";  // an argument may be changed
    if (argc < 2 || argv[1] != std::string("states")) return;
    argv[1] = explore;
    if (session.first()) scrump::cli::complain("'scrump states' is deprecated: write 'scrump explore'");
}

// `scrump FILE`: the subcommands that take the file. False if the first word is not a file.
bool tell_uses_of_file(const scrump::cli::CommandLine& line, scrump::Session& session, int argc, char** argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    const bool is_option = word.size() > 1 && word.front() == '-';
    if (word.empty() || is_option || line.has_subcommand(word)) return false;
    const auto uses = scrump::cli::uses_of_file(word, line.describe(), session);
    if (!uses) return false;
    if (argc > 2)
        throw scrump::UsageError("expected a subcommand before the name of a file; scrump " + scrump::printable(word) +
                                 " alone says which take it");
    if (session.first()) std::cout << *uses;
    scrump::cli::finish_output();
    return true;
}

int run(scrump::Session& session, int argc, char** argv) {
    scrump::cli::CommandLine line(
        {.summary = about, .version = std::string("scrump ") + scrump::version(), .footer = footer});
    for (const auto declare : subcommands) declare(line);
    rename_subcommand(session, argc, argv);
    if (tell_uses_of_file(line, session, argc, argv)) return scrump::cli::solved;
    if (const std::optional<std::string> asked = line.parse(argc, argv)) {
        if (session.first()) std::cout << *asked;
        scrump::cli::finish_output();
        return scrump::cli::solved;
    }
    agree_on_subcommand(session, line.chosen());
    try {
        const int status = line.action()(session);
        scrump::cli::finish_output();
        return status;
    } catch (const std::system_error& error) {
        scrump::cli::refuse_failed_print(error);
        throw;
    }
}

int report(const std::exception& error, bool is_reporter) {
    const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    const bool has_name = dynamic_cast<const scrump::OutOfMemory*>(&error) != nullptr;
    const bool is_closed = dynamic_cast<const scrump::cli::OutputClosed*>(&error) != nullptr;
    if (is_reporter && !is_closed) scrump::cli::complain(no_memory && !has_name ? "out of memory" : error.what());
    const bool usage = dynamic_cast<const scrump::UsageError*>(&error) != nullptr;
    return usage ? scrump::cli::bad_usage : scrump::cli::failed;
}

}  // namespace

int main(int argc, char** argv) {
    scrump::cli::note_invocation(argc, argv);
    try {
        scrump::cli::continue_with_mpi_if_needed(argv);
        scrump::cli::interrupts();
    } catch (const std::exception& error) {
        return report(error, scrump::Session::would_be_first());
    }
    const auto body = [&](scrump::Session& session) { return run(session, argc, argv); };
    std::optional<scrump::SimulatedMachine> machine;
    try {
        machine = scrump::cli::simulated_machine(argc, argv);
    } catch (const std::exception& error) {
        return report(error, scrump::Session::would_be_first());
    }
    if (machine) return scrump::cli::run_simulated(*machine, body, report);
    return scrump::run_in_session(body, report);
}

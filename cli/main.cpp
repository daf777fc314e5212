// The scrump command.

#include "command_line.hpp"
#include "commands.hpp"
#include "complain.hpp"
#include "interrupts.hpp"
#include "invocation.hpp"
#include "report.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/base/version.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

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

std::string footer() {
    return "Skeletons (--skeleton NAME[:key=value,…]):\n" + scrump::Skeleton::help() +
           "\nPolicies (--policy NAME[:key=value,…]):\n" + scrump::Policy::help() +
           "\nA graph is a DIMACS file, - for standard input, or a generator such as random:n=300,p=0.7,seed=1 (see "
           "scrump generate "
           "--help).\nExit status: 0 solved or proved, 1 error, 2 bad usage, 3 stopped before proof, 4 stopped and not"
           " kept.";
}

// A full disk or a closed pipe is an error, not a result.
void finish_output() {
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw scrump::Error("cannot write to standard output");
}

// What else differs is found out where the processes begin to search.
void agree_on_subcommand(scrump::Session& session, const std::string& name) {
    const std::string first_name = session.broadcast(name);
    if (first_name == name) return;
    throw scrump::UsageError("is started for '" + name + "', and the first process for '" + first_name + "'");
}

int run(scrump::Session& session, int argc, char** argv) {
    CLI::App app(about, "scrump");
    app.footer(footer);
    app.set_version_flag("-V,--version", std::string("scrump ") + scrump::version());
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    scrump::cli::Action action;
    scrump::cli::declare_maxclique(app, action);
    scrump::cli::declare_kclique(app, action);
    scrump::cli::declare_independent_set(app, action);
    scrump::cli::declare_vertex_cover(app, action);
    scrump::cli::declare_colouring(app, action);
    scrump::cli::declare_sip(app, action);
    scrump::cli::declare_mcs(app, action);
    scrump::cli::declare_knapsack(app, action);
    scrump::cli::declare_tsp(app, action);
    scrump::cli::declare_semigroups(app, action);
    scrump::cli::declare_queens(app, action);
    scrump::cli::declare_uts(app, action);
    scrump::cli::declare_generate(app, action);
    scrump::cli::declare_counters(app, action);
    scrump::cli::declare_help(app, action);
    try {
        scrump::cli::parse_command_line(app, argc, argv);
    } catch (const CLI::Success& asked) {
        if (session.first()) app.exit(asked);
        finish_output();
        return scrump::cli::solved;
    }
    agree_on_subcommand(session, app.get_subcommands().front()->get_name());
    const int status = action(session);
    finish_output();
    return status;
}

int report(const std::exception& error, bool aloud) {
    const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    const bool has_name = dynamic_cast<const scrump::OutOfMemory*>(&error) != nullptr;
    if (aloud) scrump::cli::complain(no_memory && !has_name ? "out of memory" : error.what());
    const bool usage = dynamic_cast<const scrump::UsageError*>(&error) != nullptr;
    return usage ? scrump::cli::bad_usage : scrump::cli::failed;
}

}  // namespace

int main(int argc, char** argv) {
    scrump::cli::note_invocation(argc, argv);
    try {
        scrump::cli::interrupts();
    } catch (const std::exception& error) {
        return report(error, scrump::Session::would_be_first());
    }
    return scrump::run_in_session([&](scrump::Session& session) { return run(session, argc, argv); }, report);
}

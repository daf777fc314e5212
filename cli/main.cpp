// The scrump command.

#include "commands.hpp"
#include "line/command_line.hpp"
#include "line/invocation.hpp"
#include "mpi_command.hpp"
#include "run/complain.hpp"
#include "run/interrupts.hpp"
#include "run/output.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "run/simulation.hpp"
#include "tools/file_kinds.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/base/text.hpp>
#include <scrump/base/version.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

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
    scrump::cli::declare_problems,   scrump::cli::declare_semigroups, scrump::cli::declare_queens,
    scrump::cli::declare_uts,        scrump::cli::declare_tasks,      scrump::cli::declare_loop,
    scrump::cli::declare_explore,    scrump::cli::declare_reach,      scrump::cli::declare_check,
    scrump::cli::declare_calibrate,  scrump::cli::declare_generate,   scrump::cli::declare_convert,
    scrump::cli::declare_merge,      scrump::cli::declare_instances,  scrump::cli::declare_counters,
    scrump::cli::declare_completion, scrump::cli::declare_man,        scrump::cli::declare_help,
};

std::string footer() {
    return "Skeletons (--skeleton NAME[:key=value,…]):\n" + scrump::Skeleton::help() +
           "\nPolicies (--policy NAME[:key=value,…]):\n" + scrump::Policy::help() +
           "\nPapers (--paper NAME[:VARIANT]):\n" + scrump::papers_help() +
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
std::vector<std::string> with_names_of_today(std::vector<std::string> words) {
    if (words.empty() || words.front() != "states") return words;
    words.front() = "explore";
    if (scrump::Session::would_be_first())
        scrump::cli::complain("'scrump states' is deprecated: write 'scrump explore'");
    return words;
}

/// The command line, parsed once, for all processes of a simulated machine. What is wrong with it is told in the
/// session, which knows which processes speak.
class Request {
  public:
    explicit Request(const scrump::cli::Invocation& invocation);

    std::optional<scrump::SimulatedMachine> machine() const { return machine_; }

    /// Does what was asked for, and returns the exit status.
    int run(const scrump::cli::Process& process) const;

  private:
    void parse(const scrump::cli::Invocation& invocation);
    bool tell_uses_of_file(const scrump::cli::Process& process) const;

    scrump::cli::CommandLine line_{
        {.summary = about, .version = std::string("scrump ") + scrump::version(), .footer = footer}};
    std::exception_ptr refusal_;
    std::string file_;                 // the first word, if it is not a subcommand
    std::optional<std::string> text_;  // to be printed instead of an action
    std::optional<scrump::SimulatedMachine> machine_;
};

Request::Request(const scrump::cli::Invocation& invocation) {
    for (const auto declare : subcommands) declare(line_);
    try {
        parse(invocation);
    } catch (...) {
        refusal_ = std::current_exception();
    }
}

void Request::parse(const scrump::cli::Invocation& invocation) {
    const std::vector<std::string> words =
        with_names_of_today({invocation.command.begin() + 1, invocation.command.end()});
    const std::string first = words.empty() ? "" : words.front();
    const bool is_option = first.size() > 1 && first.front() == '-';
    if (!first.empty() && !is_option && !line_.has_subcommand(first)) file_ = first;
    text_ = line_.parse(words);
    machine_ = line_.machine();
}

// `scrump FILE`: the subcommands that take the file. False if the first word is not a file.
bool Request::tell_uses_of_file(const scrump::cli::Process& process) const {
    if (file_.empty()) return false;
    const auto uses = scrump::cli::uses_of_file(file_, line_.describe(), process.session);
    if (!uses) return false;
    if (process.invocation.command.size() > 2)
        throw scrump::UsageError("expected a subcommand before the name of a file; scrump " + scrump::printable(file_) +
                                 " alone says which take it");
    if (process.first()) std::cout << *uses;
    return true;
}

int Request::run(const scrump::cli::Process& process) const {
    if (tell_uses_of_file(process)) return scrump::cli::solved;
    if (refusal_) std::rethrow_exception(refusal_);
    if (text_) {
        if (process.first()) std::cout << *text_;
        return scrump::cli::solved;
    }
    agree_on_subcommand(process.session, line_.chosen());
    try {
        return line_.action()(process);
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
    const scrump::cli::Invocation invocation = scrump::cli::Invocation::now(argc, argv);
    scrump::cli::Interrupts* interrupts = nullptr;  // its thread lives as long as the process
    try {
        scrump::cli::continue_with_mpi_if_needed(argv);
        interrupts = new scrump::cli::Interrupts;
    } catch (const std::exception& error) {
        return report(error, scrump::Session::would_be_first());
    }
    const Request request(invocation);
    const auto body = [&](scrump::Session& session) {
        const int status = request.run({session, invocation, *interrupts});
        scrump::cli::finish_output();
        return status;
    };
    if (const auto machine = request.machine()) return scrump::cli::run_simulated(*machine, body, report);
    return scrump::run_in_session(body, report);
}

#pragma once
// What scrump reach and scrump check have in common where they find the markings of a net.

#include "line/arguments.hpp"
#include "run/live_run.hpp"
#include "run/output_options.hpp"

#include <scrump/problems/petri/reach.hpp>
#include <scrump/problems/petri/reduction.hpp>
#include <scrump/states/diagrams/counters.hpp>

#include <optional>
#include <string>

namespace scrump::cli {

/// The order of the places of a net, as a user gives it.
struct NetOrder {
    std::optional<CounterOrder> named;  ///< none: the best one
    std::string file;                   ///< names of places, instead of an order; empty: none
    std::optional<Reordering> reorder;  ///< whether it changes during the search
    std::optional<double> growth;       ///< of the table after which it does; none: the usual one

    /// Sets the order of a search. Throws Error for a file that cannot be read, or that is empty, UsageError for a
    /// growth without reordering.
    void set(petri::NetReachOptions& options) const;
};

/// Declares --order, --order-file, --reorder and --reorder-growth, under the heading `group`.
void declare_order(Command command, NetOrder& order, const std::string& group);

/// Declares --reduction, under the heading `group`.
void declare_reduction(Command command, petri::NetReduction& reduction, const char* help, const std::string& group);

/// Connects a search for markings to the run: its clock, Ctrl-C and the live line.
void connect_search(LiveRun& live, const OutputOptions& output, DiagramOptions& diagrams);

/// "3 transitions: a, b, c"; of a long path the first and last ones.
std::string path_text(const petri::Net& net, const std::vector<std::uint32_t>& path);
/// The same of transitions by their names.
std::string path_text(std::vector<std::string> names);

}  // namespace scrump::cli

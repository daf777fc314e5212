#pragma once
// What scrump reach is given, and its part for nets.

#include "doors/net_options.hpp"
#include "line/arguments.hpp"
#include "run/live_counters.hpp"
#include "run/live_run.hpp"
#include "run/output_options.hpp"
#include "run/process.hpp"
#include "run/source.hpp"

#include <scrump/runtime/paper.hpp>
#include <scrump/sim/machine.hpp>
#include <scrump/states/diagrams/model_file.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <memory>
#include <optional>
#include <string>

namespace scrump::cli {

struct ReachArguments : OutputOptions {
    std::string model;
    std::optional<ModelFormat> format;
    NetOrder order;
    std::string write_order;
    SymbolicReachOptions options;
    std::shared_ptr<OptionTexts> texts = std::make_shared<OptionTexts>();  ///< of options that were given
    CounterLog::Request counters;
    std::optional<SimulatedMachine> machine;  ///< that this runs on; none: this one
};

void declare_net_options(Command command, ReachArguments& given);

/// All markings that a net can reach; returns the exit status. Throws UsageError for options that mean nothing for
/// nets.
int run_net(const ReachArguments& given, const Source& source, LiveRun& live, const Process& process);

}  // namespace scrump::cli

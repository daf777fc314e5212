#pragma once
// What a subcommand has at hand while it runs.

#include "line/invocation.hpp"
#include "run/interrupts.hpp"

#include <scrump/runtime/session.hpp>

namespace scrump::cli {

/// A process of the command, in its session.
struct Process {
    Session& session;
    const Invocation& invocation;
    Interrupts& interrupts;

    bool first() const { return session.first(); }
};

}  // namespace scrump::cli

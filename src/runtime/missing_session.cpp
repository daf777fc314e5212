#include "missing_session.hpp"

#include <scrump/base/detail/platform.hpp>

#include "../net/process_group.hpp"

#include <atomic>
#include <cstdio>
#include <optional>
#include <string>

namespace scrump::detail {
namespace {

std::atomic<bool> session_made_or_told = false;

}  // namespace

void note_session() {
    session_made_or_told.store(true, std::memory_order_relaxed);
}

void tell_of_missing_session() {
    if (session_made_or_told.exchange(true, std::memory_order_relaxed)) return;
    if (Platform::current().pace() != nullptr || !started_first()) return;
    const std::optional<Company> company = started_with();
    if (!company) return;
    // In one piece, so that it stays whole among what the others say.
    const std::string text = "scrump: this program was started as one of " + std::to_string(company->processes) +
                             " processes (" + company->sign +
                             ") but has made no scrump::Session: each of them does all the work alone. Give the "
                             "options a session, or set SCRUMP_MPI=0 if this is meant\n";
    std::fputs(text.c_str(), stderr);
}

}  // namespace scrump::detail

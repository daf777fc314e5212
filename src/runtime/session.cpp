#include <scrump/runtime/session.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>
#include <scrump/net/detail/window.hpp>

#include "../net/process_group.hpp"
#include "missing_session.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace scrump {
namespace {

detail::AccessMode reach_wanted() {
    const char* const text = std::getenv("SCRUMP_NET");
    if (text == nullptr || *text == '\0' || std::string_view(text) == "direct") return detail::AccessMode::direct;
    if (std::string_view(text) == "messages") return detail::AccessMode::messages;
    throw UsageError("SCRUMP_NET is '" + std::string(text) + "': expected direct or messages");
}

// What process 0 broadcasts of a file ends with whether it was read.
constexpr char was_read = 'r';
constexpr char was_refused = '!';

Bytes read_to_tell(const std::string& path) {
    try {
        return read_file(path) + was_read;
    } catch (const Error& error) {
        return std::string(error.what()) + was_refused;
    }
}

}  // namespace

std::uint64_t Session::next_number() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

Session::Session() : Session(process_group(reach_wanted())) {}

Session Session::of_communicator(int communicator) {
    return Session(detail::group_of_communicator(communicator, reach_wanted()));
}

Session::Session(std::unique_ptr<detail::Group> group) : group_(std::move(group)) {
    detail::note_session();
}

Session::~Session() {
    if (std::uncaught_exceptions() > exceptions_) fail("left by an exception");
}

void Session::fail(const std::exception& why) noexcept {
    const bool usage = dynamic_cast<const UsageError*>(&why) != nullptr;
    group_->fail(why.what(), usage ? detail::FailureKind::usage : detail::FailureKind::error);
}

std::string Session::read_file(const std::string& path) {
    std::string contents = broadcast(first() ? read_to_tell(path) : Bytes());
    const char outcome = contents.back();
    contents.pop_back();
    if (outcome == was_refused) throw Error(contents);
    return contents;
}

int Session::print(const std::exception& error, bool is_reporter) {
    // In one piece, so that it stays whole among what launchers say.
    if (is_reporter) std::fputs((printable(error.what()) + "\n").c_str(), stderr);
    return 1;
}

bool Session::would_be_first() {
    return detail::started_first();
}

int Session::end(const std::exception& error, const ReportError& report) {
    fail(error);
    return report(error, group_->is_reporter());
}

}  // namespace scrump

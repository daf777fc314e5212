#include <scrump/runtime/session.hpp>

#include <scrump/base/error.hpp>
#include <scrump/net/window.hpp>

#include "../net/process_group.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

namespace scrump {
namespace {

Reach reach_wanted() {
    const char* const text = std::getenv("SCRUMP_NET");
    if (text == nullptr || *text == '\0' || std::string_view(text) == "direct") return Reach::direct;
    if (std::string_view(text) == "messages") return Reach::messages;
    throw UsageError("SCRUMP_NET is '" + std::string(text) + "': expected direct or messages");
}

std::string contents_of(std::FILE* file) {
    std::string contents;
    std::array<char, 65536> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file))
        contents.append(buffer.data(), got);
    return contents;
}

std::string read_here(const std::string& path) {
    const auto refuse = [&](int error) {
        throw Error((path == "-" ? "the standard input" : path) +
                    ": cannot be read: " + std::generic_category().message(error));
    };
    if (path == "-") {
        std::string contents = contents_of(stdin);
        if (std::ferror(stdin) != 0) refuse(errno);
        return contents;
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) refuse(errno);
    std::string contents = contents_of(file.get());
    if (std::ferror(file.get()) != 0) refuse(errno);
    return contents;
}

// What process 0 broadcasts of a file ends with whether it was read.
constexpr char was_read = 'r';
constexpr char was_refused = '!';

Bytes read_to_tell(const std::string& path) {
    try {
        return read_here(path) + was_read;
    } catch (const Error& error) {
        return std::string(error.what()) + was_refused;
    }
}

}  // namespace

Session::Session() : Session(process_group(reach_wanted())) {}

Session::Session(std::unique_ptr<Group> group) : group_(std::move(group)) {}

Session::~Session() {
    if (std::uncaught_exceptions() > exceptions_) group_->fail("left by an exception");
}

std::string Session::read_file(const std::string& path) {
    std::string contents = broadcast(first() ? read_to_tell(path) : Bytes());
    const char outcome = contents.back();
    contents.pop_back();
    if (outcome == was_refused) throw Error(contents);
    return contents;
}

int Session::print(const std::exception& error, bool aloud) {
    // In one piece, so that it stays whole among what launchers say.
    if (aloud) std::fputs((std::string(error.what()) + "\n").c_str(), stderr);
    return 1;
}

bool Session::would_be_first() {
    return started_first();
}

int Session::end(const std::exception& error, const Report& report) {
    fail(error.what());
    return report(error, first());
}

}  // namespace scrump

#include "run/output.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/files/ext/packed.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

namespace scrump::cli {

namespace {

std::string reason_of(int error) {
    return error == 0 ? "" : std::string(": ") + std::strerror(error);
}

void write_plain(const std::string& output, const std::function<void(std::ostream&)>& write) {
    if (output == "-") {
        errno = 0;
        write(std::cout);
        if (!std::cout.flush()) fail_to_print(errno);
        return;
    }
    std::error_code unknown;
    const auto there = std::filesystem::status(output, unknown);
    if (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there)) {
        replace_file(output, write);
        return;
    }
    errno = 0;
    std::ofstream file(output);
    if (file) write(file);
    if (!file.flush()) throw Error(output + ": cannot be written" + reason_of(errno));
}

}  // namespace

void fail_to_print(int error) {
    const std::string what = "cannot write to standard output" + reason_of(error);
    if (error == EPIPE) throw OutputClosed(what);
    throw Error(what);
}

// Where printing failed before, errno is still what it was then.
void finish_output() {
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_to_print(errno);
}

void refuse_failed_print(const std::exception& error) {
    const auto* const failure = dynamic_cast<const std::system_error*>(&error);
    if (failure != nullptr && std::ferror(stdout) != 0) fail_to_print(failure->code().value());
}

// A reader would try to unpack a file of such a name.
void check_output_name(const std::string& output) {
    for (const char* const ending : {".bz2", ".zip", ".Z", ".7z", ".lz4", ".tar", ".tgz", ".rar"})
        if (output.ends_with(ending))
            throw UsageError(output + ": nothing is packed as " + ending + "; expected .gz, .xz or .zst, or none");
}

void write_output(const std::string& output, const std::function<void(std::ostream&)>& write) {
    if (!files::is_packed_name(output)) {
        write_plain(output, write);
        return;
    }
    std::ostringstream text;
    write(text);
    const std::string packed = files::packed_for(output, std::move(text).str());
    write_plain(output, [&](std::ostream& out) { out << packed; });
}

}  // namespace scrump::cli

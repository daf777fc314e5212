#include "output.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/files/packed.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

namespace scrump::cli {

namespace {

void write_plain(const std::string& output, const std::function<void(std::ostream&)>& write) {
    if (output == "-") {
        write(std::cout);
        if (!std::cout.flush()) throw Error("cannot write to standard output");
        return;
    }
    std::error_code unknown;
    const auto there = std::filesystem::status(output, unknown);
    if (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there)) {
        replace_file(output, write);
        return;
    }
    std::ofstream file(output);
    if (file) write(file);
    if (!file.flush()) throw Error(output + ": cannot write the graph");
}

}  // namespace

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

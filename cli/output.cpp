#include "output.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

namespace scrump::cli {

void write_output(const std::string& output, const std::function<void(std::ostream&)>& write) {
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

}  // namespace scrump::cli

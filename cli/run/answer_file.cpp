#include "run/answer_file.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <filesystem>
#include <system_error>

namespace scrump::cli {
namespace {

bool same_file(const std::string& one, const std::string& other) {
    std::error_code neither_exists;
    return one == other || std::filesystem::equivalent(one, other, neither_exists);
}

}  // namespace

void check_answer_file(const std::string& option, const std::string& file, const std::string& source,
                       const LiveSearch& live) {
    if (file.empty()) return;
    const Checkpoints& checkpoints = live.given().search.checkpoints;
    for (const std::string& other : {source, checkpoints.file, checkpoints.resume}) {
        if (same_file(file, other))
            throw UsageError(option + " " + file + " would overwrite what is read or kept there");
    }
    if (live.session().first()) check_replaceable(file);
}

}  // namespace scrump::cli

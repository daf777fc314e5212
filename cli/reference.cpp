#include "reference.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <nlohmann/json.hpp>

#include <limits>

namespace scrump::cli {

double read_reference(const std::string& file) {
    if (file.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto complain = [&](const std::string& what) { return Error(file + ": " + what); };
    using Json = nlohmann::json;
    const Json run = Json::parse(read_file(file), nullptr, false);
    if (!run.is_object() || !run.contains("schema") || run["schema"] != "scrump-result") {
        throw complain("is not what scrump --json prints");
    }
    const auto number = [&](const char* path) {
        const Json::json_pointer pointer(path);
        return run.contains(pointer) && run[pointer].is_number() ? run[pointer].get<double>() : 0;
    };
    if (run.contains("earlier")) throw complain("is of a run that resumed another one");
    if (number("/workers") != 1 || number("/localities") != 1) throw complain("was not run on one worker");
    const double time = number("/statistics/task_time");
    const double nodes = number("/statistics/nodes");
    if (time <= 0 || nodes <= 0) throw complain("does not say how long its tasks took");
    return time / nodes;
}

}  // namespace scrump::cli

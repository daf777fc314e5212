#include <scrump/tasks/detail/tasks_agreement.hpp>

#include <scrump/base/version.hpp>

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

namespace scrump::detail {
namespace {

// As people write it.
std::string readable(const char* type) {
    const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type, nullptr, nullptr, nullptr), &std::free);
    return name ? name.get() : type;
}

std::string seconds(std::chrono::nanoseconds time) {
    std::ostringstream text;
    text << std::chrono::duration<double>(time).count() << " s";
    return text.str();
}

}  // namespace

// Not compared are values that may differ: the number and place of workers, their deques and their seed, and arguments
// that are not numbers, which only the first process uses.
Agreement tasks_agreement(const TaskOptions& options, const FirstTask& first) {
    return Agreement({{"version of Scrump", version()},
                      {"kind", "tasks"},
                      {"first task", readable(first.type)},
                      {"its arguments", first.arguments},
                      {"policy", options.policy.describe()},
                      {"time of silence after which a process is given up", seconds(options.dead_after)},
                      {"trace", options.trace.wanted() ? "yes" : "no"}});
}

}  // namespace scrump::detail

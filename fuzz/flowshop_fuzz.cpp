// Feeds any bytes to the reader of flow shops: it may refuse them with an Error, nothing else; and what it accepts has
// times that add up to no more than it promises, and is read back the same from the other format.

#include <scrump/base/error.hpp>
#include <scrump/problems/flowshop/file.hpp>

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

std::string in_pairs(const scrump::flowshop::Instance& instance) {
    std::string text = std::to_string(instance.jobs()) + " " + std::to_string(instance.machines());
    for (std::size_t job = 0; job < instance.jobs(); ++job) {
        text += '\n';
        for (std::size_t machine = 0; machine < instance.machines(); ++machine)
            text += std::to_string(machine) + " " + std::to_string(instance.time(job, machine)) + " ";
    }
    return text + "\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<scrump::flowshop::NamedInstance> instances;
    try {
        instances = scrump::flowshop::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    } catch (const scrump::Error&) {
        return 0;
    }
    if (instances.empty()) std::abort();
    for (const auto& [name, instance] : instances) {
        const auto times = instance.times();
        const auto total = std::accumulate(times.begin(), times.end(), std::int64_t{0});
        if (total != instance.total() || total > scrump::flowshop::max_sum) std::abort();
        const auto again = scrump::flowshop::parse(in_pairs(instance), "written");
        if (again.size() != 1 || again.front().instance != instance) std::abort();
    }
    return 0;
}

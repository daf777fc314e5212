// Feeds any bytes to the reader of knapsacks: it may refuse them with an Error, nothing else; and what it accepts
// passes the check and is read back the same, with a solution that does not contradict what else the text says.

#include <scrump/base/error.hpp>
#include <scrump/problems/knapsack/instance.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    scrump::knapsack::File file;
    try {
        file = scrump::knapsack::parse(text, "fuzz");
    } catch (const scrump::Error&) {
        return 0;
    }
    scrump::knapsack::check(file.instance);
    const std::string written = scrump::knapsack::to_text(file.instance);
    if (scrump::knapsack::parse(written, "written").instance != file.instance) std::abort();
    if (!file.solution) return 0;
    if (file.solution->profit < 0 || (file.optimum && file.optimum->profit < file.solution->profit)) std::abort();
    return 0;
}

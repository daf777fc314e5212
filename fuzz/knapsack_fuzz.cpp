// Feeds any bytes to the reader of knapsacks: it may refuse them with an Error, nothing else; and what it accepts
// passes the check and is read back the same.

#include <scrump/base/error.hpp>
#include <scrump/problems/knapsack/instance.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    scrump::knapsack::Instance instance;
    try {
        instance = scrump::knapsack::parse(text, "fuzz");
    } catch (const scrump::Error&) {
        return 0;
    }
    scrump::knapsack::check(instance);
    if (scrump::knapsack::parse(scrump::knapsack::to_text(instance), "written") != instance) std::abort();
    return 0;
}

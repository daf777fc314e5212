// How many SHA-1 hashes a second one core computes, with each kernel that this processor can run: what a search of an
// unbalanced tree could reach if it did nothing else. The messages stay in the innermost cache. Prints JSON.

#include <scrump/problems/uts/detail/sha1_many.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace {

using scrump::uts::Kernel;
using Clock = std::chrono::steady_clock;

// With their digests 22 KiB.
constexpr std::size_t messages = 512;
static_assert(messages % Kernel::granularity == 0);

using Column = std::array<std::uint32_t, messages>;

struct Workplace {
    alignas(64) std::array<Column, 6> parents{};
    alignas(64) std::array<Column, 5> children{};

    Workplace() {
        std::uint32_t word = 1;
        for (Column& column : parents) {
            for (std::uint32_t& entry : column) entry = word = word * 1664525 + 1013904223;
        }
    }
};

double hashes_per_second(const Kernel& kernel, Workplace& place, std::chrono::milliseconds window) {
    scrump::uts::Messages from{};
    scrump::uts::Digests to{};
    std::transform(place.parents.begin(), place.parents.end(), from.begin(), [](const Column& c) { return c.data(); });
    std::transform(place.children.begin(), place.children.end(), to.begin(), [](Column& c) { return c.data(); });
    std::size_t hashed = 0;
    const auto began = Clock::now();
    auto now = began;
    while (now - began < window) {
        // So many that looking at the clock costs nothing.
        for (int call = 0; call < 16; ++call) kernel.hash(from, to, messages);
        hashed += 16 * messages;
        now = Clock::now();
    }
    return static_cast<double>(hashed) / std::chrono::duration<double>(now - began).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"SHA-1 hashes a second on one core, by kernel: the ceiling of searches in unbalanced trees"};
    unsigned windows = 9;
    unsigned milliseconds = 100;
    app.add_option("--windows", windows, "Measurements of each kernel, of which the median is taken")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--window", milliseconds, "Milliseconds that each takes")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    CLI11_PARSE(app, argc, argv);

    std::vector<Kernel> kernels;
    for (const Kernel& kernel : scrump::uts::kernels()) {
        if (kernel.available()) kernels.push_back(kernel);
    }
    // In turn, so that what disturbs the machine for a while disturbs all of them.
    Workplace place;
    std::vector<std::vector<double>> rates(kernels.size());
    for (unsigned window = 0; window < windows; ++window) {
        for (std::size_t i = 0; i < kernels.size(); ++i)
            rates[i].push_back(hashes_per_second(kernels[i], place, std::chrono::milliseconds(milliseconds)));
    }

    auto measured = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        measured.push_back({{"name", std::string(kernels[i].name)},
                            {"lanes", kernels[i].lanes},
                            {"hashes_per_second", median(rates[i])}});
    }
    const nlohmann::ordered_json result = {
        {"schema", "scrump-hash-ceiling"}, {"version", 1}, {"windows", windows}, {"kernels", measured}};
    std::cout << result.dump() << '\n';
}

#pragma once
// Where tests find the public benchmark instances.

#include "sanitized.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace scrump::test {

/// The path of a benchmark instance, e.g. "clique/keller4.clq".
inline std::filesystem::path data(const std::string& name) {
    return std::filesystem::path(SCRUMP_TEST_DATA) / name;
}

}  // namespace scrump::test

/// Skips the test, saying so, when a benchmark instance is not on this machine.
#define SCRUMP_NEEDS_DATA(name)                                                                   \
    do {                                                                                          \
        if (!std::filesystem::exists(scrump::test::data(name)))                                   \
            GTEST_SKIP() << "needs the benchmark instance " << scrump::test::data(name).string(); \
    } while (false)

/// The same for one of which sanitizers see nothing that small ones do not show, only ten times as long.
#define SCRUMP_NEEDS_LARGE_DATA(name)                                                                 \
    do {                                                                                              \
        if (scrump::test::sanitized) GTEST_SKIP() << "takes long, and small instances show the same"; \
        SCRUMP_NEEDS_DATA(name);                                                                      \
    } while (false)

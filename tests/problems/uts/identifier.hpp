#pragma once
// How tests that are run with each code for batches are called.

#include <scrump/problems/uts/hash_choice.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace scrump::test {

inline std::string identifier(const testing::TestParamInfo<uts::HashChoice>& info) {
    std::string name(name_of(info.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace scrump::test

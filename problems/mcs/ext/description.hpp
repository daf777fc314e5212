#pragma once
// The description of the problem, for the command and Python.

#include <scrump/problems/described/ext/problem.hpp>

namespace scrump::mcs {

extern const described::Problem description;

}  // namespace scrump::mcs

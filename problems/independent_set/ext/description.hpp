#pragma once
// The descriptions of the two problems, for the command and Python.

#include <scrump/problems/described/ext/problem.hpp>

namespace scrump::independent_set {

extern const described::Problem set_description;
extern const described::Problem cover_description;

}  // namespace scrump::independent_set

#pragma once
// The descriptions of the two problems, for the command and Python.

#include <scrump/problems/described/ext/problem.hpp>

namespace scrump::maxclique {

extern const described::Problem clique_description;
extern const described::Problem k_clique_description;

}  // namespace scrump::maxclique

#pragma once
// Reads the two formats of files in which flow shops circulate. Their contents tell them apart.
//
// Taillard's, of "Benchmarks for basic scheduling problems" (EJOR 64, 1993), with the jobs, the machines, a seed and
// two bounds in a line, and then a row for each machine:
//
//     number of jobs, number of machines, initial seed, upper bound and lower bound :
//               3           2     1234567          21          20
//     processing times :
//      5  3  8
//      4  6  2
//
// That of the OR-Library (flowshop1.txt), with a row for each job, in which each time comes after its machine, from 0
// or from 1; or the times alone, with a row for each job or for each machine, where their lengths tell which:
//
//     instance three
//      3 2
//      0 5 1 4
//      0 3 1 6
//      0 8 1 2
//
// A file may hold several instances. Other lines before an instance are taken for a description.

#include <scrump/problems/flowshop/instance.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scrump::flowshop {

struct NamedInstance {
    std::string name;  ///< what a line "instance NAME" above it says; may be empty
    Instance instance;
};

/// The instances in their order, at least one; `name` is what messages call the text. Blank lines and CRLF make no
/// difference. Throws Error "name:line: …" for a text that is not a list of instances.
std::vector<NamedInstance> parse(std::string_view text, const std::string& name);

}  // namespace scrump::flowshop

#pragma once
// Crews of processes for two nested loops (Cariño and Banicescu 2007): each crew gets iterations of the outer loop, and
// divides each one's inner loop among its members. One process, the coordinator, belongs to none.

#include <string>
#include <vector>

namespace scrump::detail {

/// The foreman, the member with the lowest number, of each process's crew; hosts are those of the processes. A crew has
/// members of one host, two to four of them if there are as many; a process that would be alone joins a small crew. The
/// coordinator is its own foreman, and has a crew, itself, only if it is the only process.
std::vector<unsigned> foremen_of(const std::vector<std::string>& hosts, unsigned coordinator);

}  // namespace scrump::detail

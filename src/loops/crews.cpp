#include "crews.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::size_t most_members = 4;

using Crew = std::vector<unsigned>;  // in the order of the numbers

// As few crews as possible, of sizes that differ by at most one.
std::vector<Crew> crews_of_host(const Crew& members) {
    const std::size_t count = (members.size() + most_members - 1) / most_members;
    std::vector<Crew> crews(count);
    for (std::size_t i = 0; i < members.size(); ++i) crews[i * count / members.size()].push_back(members[i]);
    return crews;
}

std::vector<Crew> crews_of(const std::vector<std::string>& hosts, unsigned coordinator) {
    std::map<std::string, Crew> by_host;
    for (unsigned process = 0; process < hosts.size(); ++process) {
        if (process != coordinator) by_host[hosts[process]].push_back(process);
    }
    std::vector<Crew> crews;
    for (const auto& [host, members] : by_host) {
        for (Crew& crew : crews_of_host(members)) crews.push_back(std::move(crew));
    }
    return crews;
}

// Puts processes that are alone into the smallest crews with room for them.
void merge_lone_members(std::vector<Crew>& crews) {
    while (crews.size() > 1) {
        std::ranges::sort(crews, {}, [](const Crew& crew) { return std::pair(crew.size(), crew.front()); });
        if (crews[0].size() > 1 || crews[1].size() == most_members) return;
        crews[1].push_back(crews[0].front());
        std::ranges::sort(crews[1]);
        crews.erase(crews.begin());
    }
}

}  // namespace

std::vector<unsigned> foremen_of(const std::vector<std::string>& hosts, unsigned coordinator) {
    std::vector<Crew> crews = crews_of(hosts, coordinator);
    merge_lone_members(crews);
    std::vector<unsigned> foremen(hosts.size(), coordinator);
    for (const Crew& crew : crews) {
        for (const unsigned member : crew) foremen[member] = crew.front();
    }
    return foremen;
}

}  // namespace scrump::detail

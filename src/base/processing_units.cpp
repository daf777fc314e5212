#include <scrump/base/detail/control_groups.hpp>
#include <scrump/base/detail/processing_units.hpp>

#include <hwloc.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <thread>
#include <type_traits>
#include <utility>

namespace scrump::detail {
namespace {

using HwlocTopology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, decltype(&hwloc_topology_destroy)>;
using CpuSet = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, decltype(&hwloc_bitmap_free)>;

/// Cores and hardware threads only: devices, caches and memory take most of the time that detection needs.
HwlocTopology detect() {
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) return {nullptr, &hwloc_topology_destroy};
    HwlocTopology topology(raw, &hwloc_topology_destroy);
    hwloc_topology_set_all_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(raw, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(raw) != 0) topology.reset();
    return topology;
}

// Nothing here is ever destroyed: work may run in destructors of static objects, after main().
hwloc_topology_t topology() {
    static hwloc_topology_t const instance = detect().release();
    return instance;
}

struct Unit {
    unsigned rank_in_core;
    unsigned order;
    unsigned number;
};

CpuSet allowed_processors() {
    CpuSet allowed(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology())), &hwloc_bitmap_free);
    const CpuSet bound(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
    if (hwloc_get_cpubind(topology(), bound.get(), HWLOC_CPUBIND_PROCESS) == 0) {
        hwloc_bitmap_and(allowed.get(), allowed.get(), bound.get());
    }
    return allowed;
}

std::vector<unsigned> detect_processing_units() {
    if (topology() == nullptr) return {};
    const CpuSet allowed = allowed_processors();
    std::vector<Unit> found;
    for (hwloc_obj_t unit = nullptr; (unit = hwloc_get_next_obj_by_type(topology(), HWLOC_OBJ_PU, unit)) != nullptr;) {
        if (hwloc_bitmap_isset(allowed.get(), unit->os_index) == 0) continue;
        found.push_back({unit->parent != nullptr && unit->parent->type == HWLOC_OBJ_CORE ? unit->sibling_rank : 0,
                         unit->logical_index, unit->os_index});
    }
    std::sort(found.begin(), found.end(), [](const Unit& a, const Unit& b) {
        return std::pair(a.rank_in_core, a.order) < std::pair(b.rank_in_core, b.order);
    });
    std::vector<unsigned> numbers;
    numbers.reserve(found.size());
    for (const Unit& unit : found) numbers.push_back(unit.number);
    return numbers;
}

unsigned detect_memory_domain() {
    if (topology() == nullptr) return 0;
    const CpuSet allowed = allowed_processors();
    for (hwloc_obj_t node = nullptr;
         (node = hwloc_get_next_obj_by_type(topology(), HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
        if (hwloc_bitmap_isincluded(allowed.get(), node->cpuset) != 0) return node->logical_index;
    }
    return 0;
}

}  // namespace

const std::vector<unsigned>& processing_units() {
    static const auto& instance = *new std::vector<unsigned>(detect_processing_units());
    return instance;
}

unsigned processor_count() {
    static const unsigned instance = std::max(1U, std::thread::hardware_concurrency());  // which reads a file
    return instance;
}

std::optional<double> processor_quota() {
    static const std::optional<double> instance = processor_quota(control_groups("cpu"), read_system_file);
    return instance;
}

const std::string& host_name() {
    static const std::string& instance = *[] {
        char name[256] = {};
        return new std::string(gethostname(name, sizeof name - 1) == 0 ? name : "");
    }();
    return instance;
}

unsigned memory_domain() {
    static const unsigned instance = detect_memory_domain();
    return instance;
}

std::vector<unsigned> share_processing_units(const std::vector<std::vector<unsigned>>& allowed, std::size_t process) {
    // Who may use a processor: those with the smallest choice first.
    std::vector<std::size_t> by_choice(allowed.size());
    std::iota(by_choice.begin(), by_choice.end(), std::size_t{0});
    std::stable_sort(by_choice.begin(), by_choice.end(),
                     [&](std::size_t a, std::size_t b) { return allowed[a].size() < allowed[b].size(); });
    std::map<unsigned, std::vector<std::size_t>> users;
    for (const std::size_t user : by_choice) {
        for (const unsigned unit : allowed[user]) users[unit].push_back(user);
    }
    std::vector<std::vector<unsigned>> shares(allowed.size());
    for (const std::size_t chooser : by_choice) {
        for (const unsigned unit : allowed[chooser]) {
            const std::vector<std::size_t> candidates = std::exchange(users[unit], {});
            if (candidates.empty()) continue;  // given away already
            const std::size_t poorest = *std::min_element(candidates.begin(), candidates.end(), [&](auto a, auto b) {
                return shares[a].size() < shares[b].size();
            });
            shares[poorest].push_back(unit);
        }
    }
    if (shares[process].empty() && !allowed[process].empty()) {
        return {allowed[process][process % allowed[process].size()]};
    }
    return shares[process];
}

void bind_this_thread(unsigned unit) {
    if (topology() == nullptr) return;
    const CpuSet set(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
    hwloc_bitmap_only(set.get(), unit);
    hwloc_set_cpubind(topology(), set.get(), HWLOC_CPUBIND_THREAD);
}

}  // namespace scrump::detail

#include <scrump/states/explore/order.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/states/explore/result.hpp>

#include <array>
#include <utility>

namespace scrump {
namespace {

template <class Value>
struct Named {
    Value value;
    std::string_view name;
    std::string_view help;
};

constexpr std::array<Named<ExplorationOrder>, 2> orders = {{
    {ExplorationOrder::breadth_first, "breadth-first", ""},
    {ExplorationOrder::depth_first, "depth-first", ""},
}};

constexpr std::array<Named<StateStorage>, 3> storages = {{
    {StateStorage::exact, "exact", "whole states: none is missed"},
    {StateStorage::hash_compaction, "hash-compaction", "a hash of 63 bits of each: states may be missed"},
    {StateStorage::bit_state, "bit-state", "three bits of a field for each: states may be missed"},
}};

template <class Value, std::size_t size>
std::string_view name_in(const std::array<Named<Value>, size>& all, Value value) {
    for (const auto& each : all)
        if (each.value == value) return each.name;
    return "unknown";
}

template <class Value, std::size_t size>
Value value_in(const std::array<Named<Value>, size>& all, std::string_view name, const char* what) {
    std::string names;
    for (const auto& each : all) {
        if (each.name == name) return each.value;
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    }
    throw UsageError("no " + std::string(what) + " is called '" + std::string(name) + "'; there are " + names);
}

}  // namespace

std::string_view name(ExplorationOrder order) {
    return name_in(orders, order);
}
ExplorationOrder parse_exploration_order(std::string_view name) {
    return value_in(orders, name, "order");
}
std::vector<std::string> exploration_order_names() {
    return names_of(orders);
}

std::string_view name(StateStorage storage) {
    return name_in(storages, storage);
}
StateStorage parse_state_storage(std::string_view name) {
    return value_in(storages, name, "storage of states");
}
std::vector<std::string> state_storage_names() {
    return names_of(storages);
}

std::string state_storages_help() {
    std::string help;
    for (const auto& each : storages) {
        std::string line = "  " + std::string(each.name);
        line.resize(20, ' ');
        help += line + std::string(each.help) + '\n';
    }
    return help;
}

const char* name(FindingKind kind) {
    switch (kind) {
        case FindingKind::goal:
            return "goal";
        case FindingKind::violation:
            return "violation";
        case FindingKind::deadlock:
            return "deadlock";
    }
    return "unknown";
}

}  // namespace scrump

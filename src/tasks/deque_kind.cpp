#include <scrump/tasks/deque_kind.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrump {
namespace {

struct Entry {
    std::string_view name;
    std::string_view help;
};

constexpr std::array entries = {
    Entry{"private", "thieves ask for each task (Acar, Charguéraud and Rainey 2013)"},
    Entry{"split", "thieves take what is shared, and ask only where nothing is (van Dijk and van de Pol 2014)"}};
static_assert(static_cast<std::size_t>(DequeKind::split) + 1 == entries.size(), "in the order of the kinds");

}  // namespace

std::string_view name(DequeKind kind) {
    return entries[static_cast<std::size_t>(kind)].name;
}

DequeKind parse_deque_kind(std::string_view name) {
    const auto* const entry = std::ranges::find(entries, name, &Entry::name);
    if (entry == entries.end()) {
        throw UsageError("unknown deque '" + std::string(name) + "'; there are " +
                         join(entries, [](const Entry& each) { return std::string(each.name); }));
    }
    return static_cast<DequeKind>(entry - entries.begin());
}

std::string deque_kinds_help() {
    std::string text;
    for (const Entry& entry : entries) text += "  " + std::string(entry.name) + ": " + std::string(entry.help) + "\n";
    return text;
}

}  // namespace scrump

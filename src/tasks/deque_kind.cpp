#include <scrump/tasks/deque_kind.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrump {
namespace {

struct NamedDeque {
    std::string_view name;
    std::string_view help;
};

constexpr std::array deques = {
    NamedDeque{"private", "thieves ask for each task (Acar, Charguéraud and Rainey 2013)"},
    NamedDeque{"split", "thieves take what is shared, and ask only where nothing is (van Dijk and van de Pol 2014)"}};
static_assert(static_cast<std::size_t>(DequeKind::split) + 1 == deques.size(), "in the order of the kinds");

}  // namespace

std::string_view name(DequeKind kind) {
    return deques[static_cast<std::size_t>(kind)].name;
}

DequeKind parse_deque_kind(std::string_view name) {
    const auto* const entry = std::ranges::find(deques, name, &NamedDeque::name);
    if (entry == deques.end()) {
        throw UsageError("unknown deque '" + std::string(name) + "'; there are " +
                         join(deques, [](const NamedDeque& each) { return std::string(each.name); }));
    }
    return static_cast<DequeKind>(entry - deques.begin());
}

std::vector<std::string> deque_kind_names() {
    return names_of(deques);
}

std::string deque_kinds_help() {
    std::string text;
    for (const NamedDeque& entry : deques)
        text += "  " + std::string(entry.name) + ": " + std::string(entry.help) + "\n";
    return text;
}

}  // namespace scrump

#include <scrump/loops/stealing.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace scrump {
namespace {

constexpr std::array<std::string_view, 3> victims_names = {"rws", "laws", "nlaws"};
constexpr std::array coordinator_parameters = {
    Parameter{"victims", "its choice: any victim, any on the thief's host, any with a number close to the thief's",
              WordRange{victims_names}, "rws"},
    Parameter{"divisor", "nlaws: the close numbers are 1/divisor of all",
              IntegerRange{1, std::numeric_limits<unsigned>::max()}, "2"},
    Parameter{"steals", "whether locality 0 steals and is stolen from, too", IntegerRange{0, 1}, "1"}};

struct OrderEntry {
    std::string_view name;
    std::string_view help;
    std::span<const Parameter> parameters;
};

constexpr std::array orders = {
    OrderEntry{"off", "nothing is stolen", {}}, OrderEntry{"decentralised", "each thief chooses by the policy", {}},
    OrderEntry{"coordinator", "locality 0 chooses, and relays requests (Shatri 2023)", coordinator_parameters}};
static_assert(static_cast<std::size_t>(StealOrder::Kind::coordinator) + 1 == orders.size(),
              "in the order of the kinds");

}  // namespace

StealOrder StealOrder::parse(std::string_view text) {
    const Spec spec = parse_spec(text);
    const auto* const entry = std::ranges::find(orders, std::string_view(spec.name), &OrderEntry::name);
    if (entry == orders.end()) {
        throw UsageError("unknown order of steals '" + spec.name + "'; there are " +
                         join(orders, [](const OrderEntry& each) { return std::string(each.name); }));
    }
    const Arguments given(spec, entry->parameters);
    StealOrder order{.kind = static_cast<Kind>(entry - orders.data())};
    if (order.kind != Kind::coordinator) return order;
    order.victims =
        static_cast<Victims>(std::ranges::find(victims_names, given.word("victims")) - victims_names.begin());
    order.divisor = static_cast<unsigned>(given.integer("divisor"));
    order.coordinator_steals = given.integer("steals") != 0;
    return order;
}

std::string StealOrder::describe() const {
    std::string text(orders[static_cast<std::size_t>(kind)].name);
    if (kind != Kind::coordinator) return text;
    text.append(":victims=").append(victims_names[static_cast<std::size_t>(victims)]);
    if (divisor != 2) text.append(",divisor=").append(std::to_string(divisor));
    if (!coordinator_steals) text.append(",steals=0");
    return text;
}

std::string StealOrder::help() {
    std::string text;
    for (const OrderEntry& entry : orders) {
        text += "  " + std::string(entry.name) + ": " + std::string(entry.help) + "\n";
        for (const Parameter& parameter : entry.parameters) text += "    " + scrump::describe(parameter) + "\n";
    }
    return text;
}

std::vector<std::string> StealOrder::names() {
    std::vector<std::string> names;
    names.reserve(orders.size());
    for (const OrderEntry& entry : orders) names.emplace_back(entry.name);
    return names;
}

}  // namespace scrump

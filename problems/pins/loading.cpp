#include <scrump/problems/pins/detail/loading.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrump::pins::detail {
namespace {

// A model that calls the functions of its host.
void load_pins(const SharedObject& object, Host& host) {
    if (auto* const start = object.function<void(int, char**)>("init")) {
        std::string program = "scrump";
        std::array<char*, 2> words = {program.data(), nullptr};
        start(1, words.data());
    }
    object.required<void(Host*)>("pins_model_init")(&host);
}

// Names and values of models that have a function for each question.
struct Questions {
    const char* slots;
    const char* slot_name;
    const char* slot_type;
    const char* types;
    const char* type_name;
    const char* values_of_type;
    const char* value_name;
};

using Number = int();
using NumberOf = int(int);
using TextOf = const char*(int);

// Some models have no name for what nobody names.
std::string text_of(const char* name) {
    return name == nullptr ? std::string() : name;
}

int at_least_0(int number, const std::string& what) {
    if (number < 0) throw Error("the model has " + std::to_string(number) + " " + what);
    return number;
}

void load_types(const SharedObject& object, const Questions& of, Host& host) {
    auto* const type_name = object.required<TextOf>(of.type_name);
    auto* const values_of_type = object.required<NumberOf>(of.values_of_type);
    auto* const value_name = object.required<const char*(int, int)>(of.value_name);
    const int types = at_least_0(object.required<Number>(of.types)(), "types");
    for (int type = 0; type < types; ++type) {
        const int values = values_of_type(type);
        host.signature->types.push_back(
            {.name = text_of(type_name(type)), .format = values == 0 ? Format::direct : Format::enumeration});
        for (int value = 0; value < values; ++value)
            host.name_value(type, static_cast<std::size_t>(value), text_of(value_name(type, value)));
    }
}

void load_slots(const SharedObject& object, const Questions& of, Host& host) {
    auto* const slot_name = object.required<TextOf>(of.slot_name);
    auto* const slot_type = object.required<NumberOf>(of.slot_type);
    const int slots = at_least_0(object.required<Number>(of.slots)(), "slots");
    for (int slot = 0; slot < slots; ++slot)
        host.signature->slots.push_back({.name = text_of(slot_name(slot)), .type = slot_type(slot)});
    host.initial.resize(static_cast<std::size_t>(slots));
}

void set_groups(Host& host, int groups) {
    host.groups_alone.rows = at_least_0(groups, "groups of transitions");
    host.dependencies = &host.groups_alone;
}

void load_spins(const SharedObject& object, Host& host) {
    constexpr Questions questions{.slots = "spins_get_state_size",
                                  .slot_name = "spins_get_state_variable_name",
                                  .slot_type = "spins_get_state_variable_type",
                                  .types = "spins_get_type_count",
                                  .type_name = "spins_get_type_name",
                                  .values_of_type = "spins_get_type_value_count",
                                  .value_name = "spins_get_type_value_name"};
    host.signature = &make_signature({});
    load_types(object, questions, host);
    load_slots(object, questions, host);
    object.required<void(int*)>("spins_get_initial_state")(host.initial.data());
    host.next_all = object.required<int(Host*, int*, TakeTransition, void*)>("spins_get_successor_all");
    set_groups(host, object.required<Number>("spins_get_transition_groups")());
    if (auto* const edges = object.function<Number>("spins_get_edge_count")) {
        auto* const name = object.required<TextOf>("spins_get_edge_name");
        auto* const type = object.required<NumberOf>("spins_get_edge_type");
        for (int i = 0; i < edges(); ++i)
            host.signature->edge_labels.push_back({.name = text_of(name(i)), .type = type(i)});
    }
    if (auto* const labels = object.function<Number>("spins_get_label_count")) {
        auto* const name = object.required<TextOf>("spins_get_label_name");
        for (int i = 0; i < labels(); ++i) host.signature->state_labels.push_back({.name = text_of(name(i))});
        host.label_long = object.required<int(Host*, int, int*)>("spins_get_label");
    }
}

void load_divine(const SharedObject& object, Host& host) {
    constexpr Questions questions{.slots = "get_state_variable_count",
                                  .slot_name = "get_state_variable_name",
                                  .slot_type = "get_state_variable_type",
                                  .types = "get_state_variable_type_count",
                                  .type_name = "get_state_variable_type_name",
                                  .values_of_type = "get_state_variable_type_value_count",
                                  .value_name = "get_state_variable_type_value"};
    host.signature = &make_signature({});
    load_types(object, questions, host);
    load_slots(object, questions, host);
    object.required<void(char*)>("get_initial_state")(reinterpret_cast<char*>(host.initial.data()));
    host.next_all = object.required<int(Host*, int*, TakeTransition, void*)>("get_successors");
    set_groups(host, object.required<Number>("get_transition_count")());
    if (auto* const guards = object.function<Number>("get_guard_count")) {
        for (int i = 0; i < guards(); ++i)
            host.signature->state_labels.push_back({.name = "guard_" + std::to_string(i)});
        host.label_long = object.required<int(Host*, int, int*)>("get_guard");
    }
}

constexpr std::array interfaces = {Interface{"PINS", "pins_model_init", load_pins},
                                   Interface{"SpinS", "spins_get_successor_all", load_spins},
                                   Interface{"DiVinE", "get_successors", load_divine}};

}  // namespace

const Interface* interface_of(const std::set<std::string, std::less<>>& names) {
    const auto found =
        std::ranges::find_if(interfaces, [&](const Interface& each) { return names.contains(each.sign); });
    return found == interfaces.end() ? nullptr : &*found;
}

std::string signs_of_models() {
    std::string text;
    for (std::size_t i = 0; i < interfaces.size(); ++i) {
        text += i == 0 ? "" : i + 1 == interfaces.size() ? " or " : ", ";
        text += interfaces[i].sign;
    }
    return text;
}

}  // namespace scrump::pins::detail

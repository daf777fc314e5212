#include <scrump/problems/pins/detail/host.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <memory>
#include <mutex>

namespace scrump::pins::detail {
namespace {

// Whom a function of the model is to tell about transitions of short vectors, in the form of long ones.
struct ShortCall {
    const std::vector<int>& slots;
    const int* from;
    std::size_t size;
    TakeTransition take;
    void* context;
};

void take_short(void* context, TransitionInfo* info, int* to, int* copied) {
    const auto& call = *static_cast<const ShortCall*>(context);
    std::vector<int> whole(call.from, call.from + call.size);
    for (std::size_t i = 0; i < call.slots.size(); ++i)
        if (copied == nullptr || copied[i] == 0) whole[static_cast<std::size_t>(call.slots[i])] = to[i];
    call.take(call.context, info, whole.data(), nullptr);
}

std::vector<int> projected(const std::vector<int>& slots, const int* state) {
    std::vector<int> values;
    values.reserve(slots.size());
    for (const int slot : slots) values.push_back(state[slot]);
    return values;
}

}  // namespace

void fail_number(int number, std::size_t size, const char* what) {
    throw Error("the model names " + std::string(what) + " " + std::to_string(number) + ", and there are " +
                std::to_string(size));
}

Host& make_host() {
    static std::mutex mutex;
    static auto& all = *new std::vector<std::unique_ptr<Host>>;  // lasts longer than functions that run at the end
    const std::scoped_lock lock(mutex);
    return *all.emplace_back(std::make_unique<Host>());
}

int ValueNames::find(const std::string& text) const {
    const auto found = numbers.find(text);
    return found == numbers.end() ? -1 : found->second;
}

void ValueNames::put(std::size_t number, std::string_view text) {
    constexpr std::size_t most = std::size_t{1} << 24U;
    if (number >= most) throw Error("the model gives a name to value " + std::to_string(number) + " of a type");
    if (number >= texts.size()) {
        texts.resize(number + 1);
        is_known.resize(number + 1);
    }
    texts[number] = text;
    is_known[number] = true;
    numbers.try_emplace(texts[number], static_cast<int>(number));
}

void Host::transitions(int* from, TakeTransition take, void* to) {
    if (next_all != nullptr) {
        next_all(this, from, take, to);
        return;
    }
    for (int group = 0; group < groups(); ++group) transitions_of(group, from, take, to);
}

int Host::transitions_of(int group, int* from, TakeTransition take, void* to) {
    if (next_long != nullptr) return next_long(this, group, from, take, to);
    if (next_short == nullptr) throw Error("the model has no function for the transitions of a group");
    const std::vector<int> slots = dependencies->slots_of(group);
    std::vector<int> own = projected(slots, from);
    ShortCall call{.slots = slots, .from = from, .size = signature->slots.size(), .take = take, .context = to};
    return next_short(this, group, own.data(), take_short, &call);
}

int Host::label(int label, int* state) {
    if (label_long != nullptr) return label_long(this, label, state);
    if (label_short != nullptr && label_dependencies != nullptr) {
        std::vector<int> own = projected(label_dependencies->slots_of(label), state);
        return label_short(this, label, own.data());
    }
    std::vector<int> labels(signature->state_labels.size());
    if (all_labels != nullptr) {
        all_labels(this, state, labels.data());
    } else if (labels_of_group != nullptr) {
        labels_of_group(this, 0, state, labels.data());
    } else {
        throw Error("the model has no function for labels of states");
    }
    return element(labels, label, "label");
}

ValueNames& Host::values_of(int type) {
    if (signature == nullptr) throw Error("the model names values of its types before it says which types it has");
    element(signature->types, type, "type");
    values.resize(signature->types.size());
    return element(values, type, "type");
}

std::string Host::text_of(int type, int value) const {
    const Format format = type < 0 ? Format::direct : element(signature->types, type, "type").format;
    if (format == Format::boolean && (value == 0 || value == 1)) return value == 0 ? "false" : "true";
    const bool has_names = format == Format::chunk || format == Format::enumeration;
    if (has_names && value >= 0 && static_cast<std::size_t>(type) < values.size()) {
        const ValueNames& names = values[static_cast<std::size_t>(type)];
        const auto number = static_cast<std::size_t>(value);
        if (number < names.texts.size() && names.is_known[number]) return names.texts[number];
    }
    return std::to_string(value);
}

int Host::number_of(int type, std::string_view text) {
    ValueNames& names = values_of(type);
    const int known = names.find(std::string(text));
    if (known >= 0) return known;
    const std::size_t next = names.texts.size();
    name_value(type, next, text);
    return static_cast<int>(next);
}

void Host::name_value(int type, std::size_t number, std::string_view text) {
    ValueNames& names = values_of(type);
    if (number < names.texts.size() && names.is_known[number] && names.texts[number] == text) return;
    if (is_explored)
        throw Error("the model names new values of type '" + signature->types[static_cast<std::size_t>(type)].name +
                    "' while its states are explored; expected all names from its initialisation");
    names.put(number, text);
}

}  // namespace scrump::pins::detail

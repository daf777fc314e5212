// Functions that compiled models call to say what their states, labels and types are: those of LTSmin's lts-type.h.

#include <scrump/problems/pins/detail/host.hpp>
#include <scrump/problems/pins/detail/host_function.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <memory>
#include <mutex>

namespace scrump::pins::detail {

int Signature::find_type(std::string_view name) const {
    const auto found = std::ranges::find(types, name, &ValueType::name);
    return found == types.end() ? -1 : static_cast<int>(found - types.begin());
}

int Signature::type_named(std::string_view name, Format format, int* is_new) {
    const int known = find_type(name);
    if (is_new != nullptr) *is_new = known < 0 ? 1 : 0;
    if (known >= 0) return known;
    types.push_back({.name = std::string(name), .format = format});
    return static_cast<int>(types.size()) - 1;
}

Signature& make_signature(Signature from) {
    static std::mutex mutex;
    static auto& all = *new std::vector<std::unique_ptr<Signature>>;  // as hosts do
    const std::scoped_lock lock(mutex);
    return *all.emplace_back(std::make_unique<Signature>(std::move(from)));
}

namespace {

void set_size(std::vector<Named>& all, int size) {
    constexpr int most = 1 << 20;
    if (size < 0 || size > most) throw Error("the model has " + std::to_string(size) + " slots or labels");
    all.resize(static_cast<std::size_t>(size));
}

int find(const std::vector<Named>& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &Named::name);
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int find_prefix(const std::vector<Named>& all, std::string_view prefix) {
    const auto found = std::ranges::find_if(all, [&](const Named& each) { return each.name.starts_with(prefix); });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

char* type_name(Signature& all, const Named& of) {
    return of.type < 0 ? nullptr : element(all.types, of.type, "type").name.data();
}

void set_typeno(Signature& all, Named& of, int type) {
    element(all.types, type, "type");
    of.type = type;
}

constexpr const char* a_slot = "slot";
constexpr const char* a_label = "label";

}  // namespace

void use_signature_functions() {}

extern "C" {

SCRUMP_HOST Signature* lts_type_create() {
    return &make_signature({});
}
SCRUMP_HOST Signature* lts_type_clone(Signature* from) {
    return &make_signature(*from);
}
SCRUMP_HOST void lts_type_destroy(Signature** of) {
    *of = nullptr;
}
SCRUMP_HOST void lts_type_validate(Signature* /*of*/) {}
SCRUMP_HOST void lts_type_printf(void* /*log*/, Signature* /*of*/) {}

// Slots of a state.

SCRUMP_HOST void lts_type_set_state_length(Signature* of, int length) {
    set_size(of->slots, length);
}
SCRUMP_HOST int lts_type_get_state_length(Signature* of) {
    return static_cast<int>(of->slots.size());
}
SCRUMP_HOST void lts_type_set_state_name(Signature* of, int index, const char* name) {
    element(of->slots, index, a_slot).name = name;
}
SCRUMP_HOST char* lts_type_get_state_name(Signature* of, int index) {
    return element(of->slots, index, a_slot).name.data();
}
SCRUMP_HOST void lts_type_set_state_type(Signature* of, int index, const char* name) {
    element(of->slots, index, a_slot).type = of->type_named(name, Format::chunk, nullptr);
}
SCRUMP_HOST char* lts_type_get_state_type(Signature* of, int index) {
    return type_name(*of, element(of->slots, index, a_slot));
}
SCRUMP_HOST void lts_type_set_state_typeno(Signature* of, int index, int type) {
    set_typeno(*of, element(of->slots, index, a_slot), type);
}
SCRUMP_HOST int lts_type_get_state_typeno(Signature* of, int index) {
    return element(of->slots, index, a_slot).type;
}

// Labels of states.

SCRUMP_HOST void lts_type_set_state_label_count(Signature* of, int count) {
    set_size(of->state_labels, count);
}
SCRUMP_HOST int lts_type_get_state_label_count(Signature* of) {
    return static_cast<int>(of->state_labels.size());
}
SCRUMP_HOST void lts_type_set_state_label_name(Signature* of, int index, const char* name) {
    element(of->state_labels, index, a_label).name = name;
}
SCRUMP_HOST char* lts_type_get_state_label_name(Signature* of, int index) {
    return element(of->state_labels, index, a_label).name.data();
}
SCRUMP_HOST void lts_type_set_state_label_type(Signature* of, int index, const char* name) {
    element(of->state_labels, index, a_label).type = of->type_named(name, Format::chunk, nullptr);
}
SCRUMP_HOST char* lts_type_get_state_label_type(Signature* of, int index) {
    return type_name(*of, element(of->state_labels, index, a_label));
}
SCRUMP_HOST void lts_type_set_state_label_typeno(Signature* of, int index, int type) {
    set_typeno(*of, element(of->state_labels, index, a_label), type);
}
SCRUMP_HOST int lts_type_get_state_label_typeno(Signature* of, int index) {
    return element(of->state_labels, index, a_label).type;
}
SCRUMP_HOST int lts_type_find_state_label(Signature* of, const char* name) {
    return find(of->state_labels, name);
}
SCRUMP_HOST int lts_type_find_state_label_prefix(Signature* of, const char* prefix) {
    return find_prefix(of->state_labels, prefix);
}

// Labels of edges.

SCRUMP_HOST void lts_type_set_edge_label_count(Signature* of, int count) {
    set_size(of->edge_labels, count);
}
SCRUMP_HOST int lts_type_get_edge_label_count(Signature* of) {
    return static_cast<int>(of->edge_labels.size());
}
SCRUMP_HOST void lts_type_set_edge_label_name(Signature* of, int index, const char* name) {
    element(of->edge_labels, index, a_label).name = name;
}
SCRUMP_HOST char* lts_type_get_edge_label_name(Signature* of, int index) {
    return element(of->edge_labels, index, a_label).name.data();
}
SCRUMP_HOST void lts_type_set_edge_label_type(Signature* of, int index, const char* name) {
    element(of->edge_labels, index, a_label).type = of->type_named(name, Format::chunk, nullptr);
}
SCRUMP_HOST char* lts_type_get_edge_label_type(Signature* of, int index) {
    return type_name(*of, element(of->edge_labels, index, a_label));
}
SCRUMP_HOST void lts_type_set_edge_label_typeno(Signature* of, int index, int type) {
    set_typeno(*of, element(of->edge_labels, index, a_label), type);
}
SCRUMP_HOST int lts_type_get_edge_label_typeno(Signature* of, int index) {
    return element(of->edge_labels, index, a_label).type;
}
SCRUMP_HOST int lts_type_find_edge_label(Signature* of, const char* name) {
    return find(of->edge_labels, name);
}
SCRUMP_HOST int lts_type_find_edge_label_prefix(Signature* of, const char* prefix) {
    return find_prefix(of->edge_labels, prefix);
}

// Types.

SCRUMP_HOST int lts_type_get_type_count(Signature* of) {
    return static_cast<int>(of->types.size());
}
SCRUMP_HOST int lts_type_add_type(Signature* of, const char* name, int* is_new) {
    return of->type_named(name, Format::chunk, is_new);
}
SCRUMP_HOST int lts_type_put_type(Signature* of, const char* name, int format, int* is_new) {
    return of->type_named(name, static_cast<Format>(format), is_new);
}
SCRUMP_HOST char* lts_type_get_type(Signature* of, int type) {
    return element(of->types, type, "type").name.data();
}
SCRUMP_HOST int lts_type_has_type(Signature* of, const char* name) {
    return of->find_type(name) < 0 ? 0 : 1;
}
SCRUMP_HOST int lts_type_find_type(Signature* of, const char* name) {
    return of->find_type(name);
}
SCRUMP_HOST int lts_type_find_type_prefix(Signature* of, const char* prefix) {
    for (std::size_t i = 0; i < of->types.size(); ++i)
        if (of->types[i].name.starts_with(prefix)) return static_cast<int>(i);
    return -1;
}
SCRUMP_HOST int lts_type_get_format(Signature* of, int type) {
    return static_cast<int>(element(of->types, type, "type").format);
}
SCRUMP_HOST void lts_type_set_format(Signature* of, int type, int format) {
    element(of->types, type, "type").format = static_cast<Format>(format);
}
SCRUMP_HOST int lts_type_get_min(Signature* of, int type) {
    return element(of->types, type, "type").min;
}
SCRUMP_HOST int lts_type_get_max(Signature* of, int type) {
    return element(of->types, type, "type").max;
}
SCRUMP_HOST void lts_type_set_range(Signature* of, int type, int min, int max) {
    auto& range = element(of->types, type, "type");
    range.min = min;
    range.max = max;
}

}  // extern "C"

}  // namespace scrump::pins::detail

// Functions that compiled models call to say what they do, and to name values: those of LTSmin's pins.h, pins-util.h
// and dlopen-api.h. What only other tools need, such as partial orders, is accepted and not used.

#include <scrump/problems/pins/detail/host.hpp>
#include <scrump/problems/pins/detail/host_function.hpp>

#include <scrump/base/error.hpp>

namespace scrump::pins::detail {

void use_host_functions() {}

namespace {

// A text of known length, as models hand it over.
struct Chunk {
    std::uint32_t size;
    char* text;

    std::string_view view() const { return {text, size}; }
};

// The names that mean something by themselves, so that later ones replace them.
Matrix* find_matrix(const Host& host, std::string_view name) {
    for (const auto& [own, matrix] : host.matrices)
        if (own == name) return matrix;
    return nullptr;
}

int put_matrix(Host& host, std::string_view name, Matrix* matrix) {
    host.matrices.emplace_back(name, matrix);
    return static_cast<int>(host.matrices.size()) - 1;
}

int size(const std::vector<Named>& all) {
    return static_cast<int>(all.size());
}

Signature& signature_of(const Host& host) {
    if (host.signature == nullptr) throw Error("the model asks for its slots and labels before it says them");
    return *host.signature;
}

}  // namespace
extern "C" {

[[noreturn]] SCRUMP_HOST void ltsmin_abort(int code) {
    throw Error("the model ends the program (ltsmin_abort, code " + std::to_string(code) + ")");
}

// What a model is.

SCRUMP_HOST void GBsetContext(Host* host, void* context) {
    host->context = context;
}
SCRUMP_HOST void* GBgetContext(Host* host) {
    return host->context;
}
SCRUMP_HOST void GBsetLTStype(Host* host, Signature* signature) {
    host->signature = signature;
}
SCRUMP_HOST Signature* GBgetLTStype(Host* host) {
    return host->signature;
}
SCRUMP_HOST void GBsetInitialState(Host* host, const int* state) {
    host->initial.assign(state, state + signature_of(*host).slots.size());
}
SCRUMP_HOST void GBgetInitialState(Host* host, int* state) {
    std::copy(host->initial.begin(), host->initial.end(), state);
}
SCRUMP_HOST std::size_t pins_get_state_variable_count(Host* host) {
    return signature_of(*host).slots.size();
}
SCRUMP_HOST std::size_t pins_get_state_label_count(Host* host) {
    return signature_of(*host).state_labels.size();
}
SCRUMP_HOST std::size_t pins_get_edge_label_count(Host* host) {
    return signature_of(*host).edge_labels.size();
}
SCRUMP_HOST std::size_t pins_get_group_count(Host* host) {
    return static_cast<std::size_t>(host->groups());
}

// Transitions.

SCRUMP_HOST void GBsetNextStateLong(Host* host, NextOfGroup next) {
    host->next_long = next;
}
SCRUMP_HOST void GBsetNextStateShort(Host* host, NextOfGroup next) {
    host->next_short = next;
}
SCRUMP_HOST void GBsetNextStateAll(Host* host, NextOfAll next) {
    host->next_all = next;
}
SCRUMP_HOST int GBgetTransitionsLong(Host* host, int group, int* from, TakeTransition take, void* context) {
    return host->transitions_of(group, from, take, context);
}
SCRUMP_HOST int GBgetTransitionsAll(Host* host, int* from, TakeTransition take, void* context) {
    if (host->next_all != nullptr) return host->next_all(host, from, take, context);
    int all = 0;
    for (int group = 0; group < host->groups(); ++group) all += host->transitions_of(group, from, take, context);
    return all;
}

// Labels of states.

SCRUMP_HOST void GBsetStateLabelLong(Host* host, LabelOf label) {
    host->label_long = label;
}
SCRUMP_HOST void GBsetStateLabelShort(Host* host, LabelOf label) {
    host->label_short = label;
}
SCRUMP_HOST void GBsetStateLabelsAll(Host* host, AllLabels labels) {
    host->all_labels = labels;
}
SCRUMP_HOST void GBsetStateLabelsGroup(Host* host, LabelsOfGroup labels) {
    host->labels_of_group = labels;
}
SCRUMP_HOST int GBgetStateLabelLong(Host* host, int label, int* state) {
    return host->label(label, state);
}
SCRUMP_HOST void GBgetStateLabelsAll(Host* host, int* state, int* labels) {
    if (host->all_labels != nullptr) return host->all_labels(host, state, labels);
    for (int i = 0; i < size(signature_of(*host).state_labels); ++i) labels[i] = host->label(i, state);
}
SCRUMP_HOST void GBsetStateLabelGroupInfo(Host* host, int group, void* info) {
    if (group >= 0 && static_cast<std::size_t>(group) >= host->label_groups.size())
        host->label_groups.resize(static_cast<std::size_t>(group) + 1);
    element(host->label_groups, group, "group of labels") = info;
}
SCRUMP_HOST void* GBgetStateLabelGroupInfo(Host* host, int group) {
    return element(host->label_groups, group, "group of labels");
}

// Which slots are read and written.

SCRUMP_HOST void GBsetDMInfo(Host* host, Matrix* matrix) {
    host->dependencies = matrix;
}
SCRUMP_HOST Matrix* GBgetDMInfo(Host* host) {
    return host->dependencies;
}
SCRUMP_HOST void GBsetDMInfoRead(Host* host, Matrix* matrix) {
    put_matrix(*host, "read", matrix);
}
SCRUMP_HOST Matrix* GBgetDMInfoRead(Host* host) {
    return find_matrix(*host, "read");
}
SCRUMP_HOST void GBsetDMInfoMayWrite(Host* host, Matrix* matrix) {
    put_matrix(*host, "may-write", matrix);
}
SCRUMP_HOST Matrix* GBgetDMInfoMayWrite(Host* host) {
    return find_matrix(*host, "may-write");
}
SCRUMP_HOST void GBsetDMInfoMustWrite(Host* host, Matrix* matrix) {
    put_matrix(*host, "must-write", matrix);
}
SCRUMP_HOST Matrix* GBgetDMInfoMustWrite(Host* host) {
    return find_matrix(*host, "must-write");
}
SCRUMP_HOST void GBsetStateLabelInfo(Host* host, Matrix* matrix) {
    host->label_dependencies = matrix;
}
SCRUMP_HOST Matrix* GBgetStateLabelInfo(Host* host) {
    return host->label_dependencies;
}
SCRUMP_HOST int GBsetMatrix(Host* host, const char* name, Matrix* matrix, int /*strictness*/, int /*rows*/,
                            int /*columns*/) {
    return put_matrix(*host, name, matrix);
}
SCRUMP_HOST int GBgetMatrixID(Host* host, const char* name) {
    for (std::size_t i = 0; i < host->matrices.size(); ++i)
        if (host->matrices[i].first == name) return static_cast<int>(i);
    return -1;
}
SCRUMP_HOST Matrix* GBgetMatrix(Host* host, int number) {
    return element(host->matrices, number, "matrix").second;
}

// Texts of values.

SCRUMP_HOST int pins_chunk_put(Host* host, int type, Chunk text) {
    return host->number_of(type, text.view());
}
SCRUMP_HOST void pins_chunk_put_at(Host* host, int type, Chunk text, int number) {
    if (number < 0) throw Error("the model gives a name to value " + std::to_string(number) + " of a type");
    host->name_value(type, static_cast<std::size_t>(number), text.view());
}
SCRUMP_HOST Chunk pins_chunk_get(Host* host, int type, int number) {
    std::string& text = element(element(host->values, type, "type").texts, number, "value");
    return {.size = static_cast<std::uint32_t>(text.size()), .text = text.data()};
}
SCRUMP_HOST int pins_chunk_count(Host* host, int type) {
    const auto number = static_cast<std::size_t>(type);
    return type < 0 || number >= host->values.size() ? 0 : static_cast<int>(host->values[number].texts.size());
}
// Their older names.
SCRUMP_HOST int GBchunkPut(Host* host, int type, Chunk text) {
    return pins_chunk_put(host, type, text);
}
SCRUMP_HOST void GBchunkPutAt(Host* host, int type, Chunk text, int number) {
    pins_chunk_put_at(host, type, text, number);
}
SCRUMP_HOST Chunk GBchunkGet(Host* host, int type, int number) {
    return pins_chunk_get(host, type, number);
}
SCRUMP_HOST int GBchunkCount(Host* host, int type) {
    return pins_chunk_count(host, type);
}

// For tools that reduce, reorder or end otherwise.

SCRUMP_HOST void GBsetActionsLong(Host* /*host*/, NextOfGroup /*next*/) {}
SCRUMP_HOST void GBsetActionsShort(Host* /*host*/, NextOfGroup /*next*/) {}
SCRUMP_HOST void GBsetActionsShortR2W(Host* /*host*/, NextOfGroup /*next*/) {}
SCRUMP_HOST void GBsetNextStateShortR2W(Host* /*host*/, NextOfGroup /*next*/) {}
SCRUMP_HOST void GBsetNextStateMatching(Host* /*host*/, void* /*next*/) {}
SCRUMP_HOST void GBsetGuardsInfo(Host* /*host*/, void* /*guards*/) {}
SCRUMP_HOST void GBsetGuard(Host* /*host*/, int /*group*/, void* /*guards*/) {}
SCRUMP_HOST void GBsetGuardCoEnabledInfo(Host* /*host*/, Matrix* /*matrix*/) {}
SCRUMP_HOST void GBsetGuardNESInfo(Host* /*host*/, Matrix* /*matrix*/) {}
SCRUMP_HOST void GBsetGuardNDSInfo(Host* /*host*/, Matrix* /*matrix*/) {}
SCRUMP_HOST void GBsetDoNotAccordInfo(Host* /*host*/, Matrix* /*matrix*/) {}
SCRUMP_HOST void GBsetCommutesInfo(Host* /*host*/, Matrix* /*matrix*/) {}
SCRUMP_HOST void GBsetPorGroupVisibility(Host* /*host*/, int* /*visible*/) {}
SCRUMP_HOST void GBsetPorStateLabelVisibility(Host* /*host*/, int* /*visible*/) {}
SCRUMP_HOST void GBsetGroupsOfEdge(Host* /*host*/, void* /*groups*/) {}
SCRUMP_HOST void GBsetIsCoveredBy(Host* /*host*/, void* /*covers*/) {}
SCRUMP_HOST void GBsetIsCoveredByShort(Host* /*host*/, void* /*covers*/) {}
SCRUMP_HOST void GBsetDefaultFilter(Host* /*host*/, void* /*filter*/) {}
SCRUMP_HOST void GBsetPrettyPrint(Host* /*host*/, void* /*print*/) {}
SCRUMP_HOST void GBsetSupportsCopy(Host* /*host*/) {}
SCRUMP_HOST void GBsetExit(Host* /*host*/, void* /*end*/) {}
SCRUMP_HOST void GBsetVarPerm(Host* /*host*/, int* /*order*/) {}
SCRUMP_HOST void GBsetGroupPerm(Host* /*host*/, int* /*order*/) {}

}  // extern "C"

}  // namespace scrump::pins::detail

#include <scrump/problems/pins/model.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/pins/detail/loading.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace scrump::pins {
namespace {

std::vector<std::string> names_of(const std::vector<detail::Named>& all, const char* what) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i)
        names.push_back(all[i].name.empty() ? std::string(what) + std::to_string(i) : all[i].name);
    return names;
}

void encode(std::span<const std::int32_t> values, State& state) {
    state.clear();
    for (const std::int32_t value : values) {
        // 2n or -2n - 1.
        std::uint32_t left = (static_cast<std::uint32_t>(value) << 1U) ^ (value < 0 ? ~std::uint32_t{0} : 0U);
        for (; left >= 0x80; left >>= 7U) state.push_back(static_cast<std::uint8_t>(left | 0x80U));
        state.push_back(static_cast<std::uint8_t>(left));
    }
}

// What a function of the model is given to call with each transition. No exception leaves it, as the model may be
// written in C.
struct Taking {
    const detail::Host& host;
    const std::function<void(std::span<const int> to, const detail::TransitionInfo* info)>& take;
    std::span<const int> from;
    std::exception_ptr thrown{};
    std::vector<int> whole{};
};

void take_transition(void* context, detail::TransitionInfo* info, int* to, int* copied) {
    auto& taking = *static_cast<Taking*>(context);
    if (taking.thrown) return;
    try {
        if (copied == nullptr) return taking.take({to, taking.from.size()}, info);
        // Slots that were not written are those of the state before.
        taking.whole.assign(to, to + taking.from.size());
        for (std::size_t i = 0; i < taking.from.size(); ++i)
            if (copied[i] != 0) taking.whole[i] = taking.from[i];
        taking.take(taking.whole, info);
    } catch (...) {
        taking.thrown = std::current_exception();
    }
}

// "phil 1 eats", "action=eat, by=phil 1" or "group 3".
std::string text_of(const detail::Host& host, const std::vector<std::string>& labels,
                    const detail::TransitionInfo* info) {
    if (info == nullptr) return {};
    if (labels.empty() || info->labels == nullptr)
        return info->group < 0 ? std::string() : "group " + std::to_string(info->group);
    std::string text;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (i > 0) text += ", ";
        if (labels.size() > 1) text += labels[i] + '=';
        text += host.text_of(host.signature->edge_labels[i].type, info->labels[i]);
    }
    return text;
}

}  // namespace

bool is_model(std::string_view contents) {
    try {
        return detail::interface_of(detail::exported_names(contents, "")) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

Model::Model(const std::string& file) : host_(&detail::make_host()), file_(file) {
    detail::use_host_functions();
    detail::use_signature_functions();
    detail::use_matrix_functions();
    const std::string contents = read_file(file);
    digest_ = scrump::digest(contents);
    auto names = detail::exported_names(contents, file);
    const detail::Interface* const spoken = detail::interface_of(names);
    if (spoken == nullptr)
        throw Error(file + ": not a compiled model: it does not export " + detail::signs_of_models() +
                    (names.contains("pins_loaders") ? "; it is a plug-in of LTSmin that reads models" : ""));
    interface_ = spoken->name;
    const detail::SharedObject object(file, std::move(names));
    try {
        spoken->load(object, *host_);
    } catch (const Error& error) {
        throw Error(file + ": " + error.what());
    }
    if (const auto* const own = static_cast<const char*>(object.address_of("pins_plugin_name"))) name_ = own;
    check();
    slots_ = names_of(host_->signature->slots, "slot ");
    state_labels_ = names_of(host_->signature->state_labels, "label ");
    edge_labels_ = names_of(host_->signature->edge_labels, "label ");
    host_->is_explored = true;
}

void Model::check() const {
    const auto fail = [&](const char* what) { throw Error(file_ + ": the model does not say " + what); };
    if (host_->signature == nullptr || host_->signature->slots.empty()) fail("which slots its states have");
    if (host_->initial.size() != host_->signature->slots.size()) fail("its initial state");
    const bool has_groups = host_->next_long != nullptr || host_->next_short != nullptr;
    if (host_->next_all == nullptr && !has_groups)
        fail("its transitions: expected GBsetNextStateLong, GBsetNextStateAll or GBsetNextStateShort");
    if (host_->next_all == nullptr && host_->dependencies == nullptr)
        fail("how many groups of transitions it has (GBsetDMInfo)");
    if (host_->next_all == nullptr && host_->next_long == nullptr &&
        host_->dependencies->columns != static_cast<int>(host_->signature->slots.size()))
        fail("which slots its groups of transitions use (GBsetDMInfo)");
    const detail::Matrix* const labels = host_->label_dependencies;
    if (host_->label_long == nullptr && host_->label_short != nullptr && labels != nullptr &&
        (labels->columns != static_cast<int>(host_->signature->slots.size()) ||
         labels->rows != static_cast<int>(host_->signature->state_labels.size())))
        fail("which slots its labels use (GBsetStateLabelInfo)");
}

std::size_t Model::groups() const {
    return static_cast<std::size_t>(host_->groups());
}

State Model::initial() const {
    return state_of(host_->initial);
}

std::optional<std::int32_t> Model::value_named(std::size_t slot, std::string_view text) const {
    return value_named_in(host_->signature->slots[slot].type, text);
}

std::optional<std::int32_t> Model::value_named_in(int type, std::string_view text) const {
    const bool has_names = type >= 0 && static_cast<std::size_t>(type) < host_->values.size();
    const std::size_t named = has_names ? host_->values[static_cast<std::size_t>(type)].texts.size() : 0;
    for (std::int32_t value = 0; static_cast<std::size_t>(value) < std::max<std::size_t>(named, 2); ++value) {
        const std::string shown = host_->text_of(type, value);
        if (shown == text && shown != std::to_string(value)) return value;
    }
    return std::nullopt;
}

State Model::state_of(std::span<const std::int32_t> values) {
    State state;
    encode(values, state);
    return state;
}

std::vector<std::int32_t> Model::values(StateSpan state) const {
    std::vector<std::int32_t> values;
    values.reserve(slots_.size());
    std::uint32_t value = 0;
    unsigned shift = 0;
    for (const std::uint8_t byte : state) {
        if (shift > 28) throw Error(file_ + ": a state of another model");
        value |= static_cast<std::uint32_t>(byte & 0x7fU) << shift;
        shift += 7;
        if (byte >= 0x80) continue;
        values.push_back(static_cast<std::int32_t>((value >> 1U) ^ ((value & 1U) != 0 ? ~std::uint32_t{0} : 0U)));
        value = 0;
        shift = 0;
    }
    if (values.size() != slots_.size() || shift != 0) throw Error(file_ + ": a state of another model");
    return values;
}

void Model::for_each_transition(StateSpan state, const Take& take) const {
    std::vector<int> from = values(state);
    const std::vector<int> before = from;
    State next;
    const std::function<void(std::span<const int>, const detail::TransitionInfo*)> one =
        [&](std::span<const int> to, const detail::TransitionInfo* info) {
            encode(to, next);
            take(next, info);
        };
    Taking taking{.host = *host_, .take = one, .from = before};
    try {
        host_->transitions(from.data(), take_transition, &taking);
    } catch (const Error& error) {
        throw Error(file_ + ": " + error.what());
    }
    if (taking.thrown) std::rethrow_exception(taking.thrown);
}

std::int32_t Model::label(std::size_t label, StateSpan state) const {
    std::vector<int> slots = values(state);
    try {
        return host_->label(static_cast<int>(label), slots.data());
    } catch (const Error& error) {
        throw Error(file_ + ": " + error.what());
    }
}

std::size_t Model::label_named(std::string_view name) const {
    const auto found = std::ranges::find(state_labels_, name);
    if (found != state_labels_.end()) return static_cast<std::size_t>(found - state_labels_.begin());
    std::string all;
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, state_labels_.size()); ++i)
        all += (i > 0 ? ", " : "") + state_labels_[i];
    if (state_labels_.size() > most) all += ", …";
    throw UsageError("'" + std::string(name) + "' is not a label of the model's states" +
                     (all.empty() ? ", which have none" : ": these are " + all));
}

std::string Model::to_string(StateSpan state) const {
    const std::vector<int> all = values(state);
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        text += (i > 0 ? ", " : "") + slots_[i];
        text += '=' + host_->text_of(host_->signature->slots[i].type, all[i]);
    }
    return text;
}

std::string Model::step_between(StateSpan from, StateSpan to) const {
    std::string found;
    for_each_transition(from, [&](StateSpan next, const detail::TransitionInfo* info) {
        if (found.empty() && std::ranges::equal(next, to)) found = text_of(*host_, edge_labels_, info);
    });
    return found;
}

TransitionSet Model::transitions_named(std::string_view name) const {
    constexpr std::string_view group = "group ";
    TransitionSet found;
    for (std::size_t label = 0; label < edge_labels_.size(); ++label)
        if (const auto value = value_named_in(host_->signature->edge_labels[label].type, name))
            found.labelled.push_back({label, *value});
    if (found.labelled.empty() && name.starts_with(group))
        for (int i = 0; i < host_->groups() && !found.group; ++i)
            if (name.substr(group.size()) == std::to_string(i)) found.group = i;
    if (!found.group && found.labelled.empty())
        throw UsageError("'" + std::string(name) + "' is not a transition of the model: expected " +
                         (groups() == 0 ? "" : "group 0 to group " + std::to_string(groups() - 1) + ", or ") +
                         "the text of a value of " +
                         (edge_labels_.empty() ? "a label, which its transitions do not have"
                                               : "a label of its transitions, known at the start"));
    return found;
}

bool Model::is_in(const TransitionSet& transitions, const detail::TransitionInfo* info) const {
    if (transitions.group) {
        if (info == nullptr || info->group < 0)
            throw Error(file_ + ": the model does not say of which groups its transitions are");
        return info->group == *transitions.group;
    }
    return info != nullptr && info->labels != nullptr &&
           std::ranges::any_of(transitions.labelled,
                               [&](const auto& each) { return info->labels[each.label] == each.value; });
}

bool Model::is_enabled(const TransitionSet& transitions, StateSpan state) const {
    bool is = false;
    for_each_transition(
        state, [&](StateSpan /*next*/, const detail::TransitionInfo* info) { is = is || is_in(transitions, info); });
    return is;
}

bool Model::leads(const TransitionSet& transitions, StateSpan from, StateSpan to) const {
    bool is = false;
    for_each_transition(from, [&](StateSpan next, const detail::TransitionInfo* info) {
        is = is || (is_in(transitions, info) && std::ranges::equal(next, to));
    });
    return is;
}

}  // namespace scrump::pins

#include <scrump/problems/petri/markings.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace scrump::petri {

Markings::Markings(Net net, NetReduction reduction, const SoughtMarkings& sought) : net_(std::move(net)) {
    if (reduction == NetReduction::stubborn) stubborn_sets_.emplace(net_, sought.goals, sought.sums);
}

Marking Markings::initial() const {
    std::vector<Tokens> tokens;
    tokens.reserve(net_.places.size());
    for (const Place& place : net_.places) tokens.push_back(place.tokens);
    Marking marking;
    encode(tokens, marking);
    return marking;
}

std::vector<Tokens> Markings::decode(MarkingSpan marking) const {
    std::vector<Tokens> tokens(net_.places.size());
    auto from = marking.begin();
    for (Tokens& each : tokens) {
        for (unsigned shift = 0;; shift += 7) {
            if (from == marking.end() || shift >= std::numeric_limits<Tokens>::digits)
                throw Error("a marking of another net");
            const std::uint8_t byte = *from++;
            each |= static_cast<Tokens>(byte & 0x7fU) << shift;
            if (byte < 0x80) break;
        }
    }
    if (from != marking.end()) throw Error("a marking of another net");
    return tokens;
}

void Markings::encode(std::span<const Tokens> tokens, Marking& marking) {
    marking.clear();
    for (Tokens each : tokens) {
        for (; each >= 0x80; each >>= 7) marking.push_back(static_cast<std::uint8_t>(each | 0x80U));
        marking.push_back(static_cast<std::uint8_t>(each));
    }
}

bool Markings::is_enabled(const Transition& transition, std::span<const Tokens> tokens) {
    return std::ranges::all_of(transition.takes, [&](const Arc& arc) { return tokens[arc.place] >= arc.weight; });
}

void Markings::fire(const Transition& transition, std::span<Tokens> tokens) const {
    for (const Arc& arc : transition.takes) tokens[arc.place] -= arc.weight;
    for (const Arc& arc : transition.puts) {
        if (tokens[arc.place] > std::numeric_limits<Tokens>::max() - arc.weight) {
            throw Error("place '" + net_.places[arc.place].name + "' holds more than " +
                        std::to_string(std::numeric_limits<Tokens>::max()) + " tokens after '" + transition.name +
                        "': the net may be unbounded");
        }
        tokens[arc.place] += arc.weight;
    }
}

void Markings::undo(const Transition& transition, std::span<Tokens> tokens) {
    for (const Arc& arc : transition.puts) tokens[arc.place] -= arc.weight;
    for (const Arc& arc : transition.takes) tokens[arc.place] += arc.weight;
}

void Markings::raise(MarkingSpan marking, std::span<std::uint64_t> bounds) const {
    const std::vector<Tokens> tokens = decode(marking);
    for (std::size_t i = 0; i < tokens.size(); ++i) bounds[i] = std::max<std::uint64_t>(bounds[i], tokens[i]);
}

std::optional<std::uint32_t> Markings::step_between(MarkingSpan from, MarkingSpan to) const {
    std::vector<Tokens> tokens = decode(from);
    Marking next;
    for (std::uint32_t i = 0; i < net_.transitions.size(); ++i) {
        const Transition& transition = net_.transitions[i];
        if (!is_enabled(transition, tokens)) continue;
        fire(transition, tokens);
        encode(tokens, next);
        undo(transition, tokens);
        if (std::ranges::equal(next, to)) return i;
    }
    return std::nullopt;
}

std::string Markings::transition_between(MarkingSpan from, MarkingSpan to) const {
    const std::optional<std::uint32_t> number = step_between(from, to);
    return number ? net_.transitions[*number].name : std::string();
}

std::string Markings::to_string(MarkingSpan marking) const {
    const std::vector<Tokens> tokens = decode(marking);
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i] == 0) continue;
        text += (text.empty() ? "" : ", ") + net_.places[i].name;
        if (tokens[i] > 1) text += ' ' + std::to_string(tokens[i]);
    }
    return text.empty() ? "no tokens" : text;
}

}  // namespace scrump::petri

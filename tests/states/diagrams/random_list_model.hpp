#pragma once
// Random models as lists of vectors, their .ldd files, and their states, one at a time.

#include "example_models.hpp"

#include <scrump/states/diagrams/list_model.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::test {

using PlainVector = std::vector<std::uint32_t>;

/// A set of transitions as in StoredListRelation: vectors whose elements are values, or none where they copy.
struct PlainRelation {
    using Vector = std::vector<std::optional<std::uint32_t>>;

    std::vector<std::uint32_t> read{}, written{};
    std::set<Vector> vectors{};
    bool labelled = false;

    /// States to which it leads from one.
    std::set<PlainVector> successors(const PlainVector& from) const {
        std::set<PlainVector> all;
        for (const Vector& vector : vectors) {
            PlainVector to = from;
            bool is_enabled = true;
            std::size_t next = 0;
            for (std::uint32_t entry = 0; entry < from.size(); ++entry) {
                if (std::ranges::binary_search(read, entry))
                    is_enabled = is_enabled && vector[next].value_or(from[entry]) == from[entry], ++next;
                if (std::ranges::binary_search(written, entry)) to[entry] = vector[next++].value_or(from[entry]);
            }
            if (is_enabled) all.insert(to);
        }
        return all;
    }
};

struct PlainModel {
    std::uint32_t entries = 0;
    std::set<PlainVector> initial{};
    std::vector<PlainRelation> relations{};

    /// Number of steps to each reachable state.
    std::map<PlainVector, unsigned> distances() const {
        std::map<PlainVector, unsigned> known;
        std::vector<PlainVector> open(initial.begin(), initial.end());
        for (const PlainVector& each : open) known.emplace(each, 0);
        for (std::size_t next = 0; next < open.size(); ++next)
            for (const PlainRelation& relation : relations)
                for (const PlainVector& to : relation.successors(PlainVector(open[next])))
                    if (known.emplace(to, known[open[next]] + 1).second) open.push_back(to);
        return known;
    }
    bool is_deadlock(const PlainVector& state) const {
        return std::ranges::all_of(relations, [&](const auto& each) { return each.successors(state).empty(); });
    }
};

/// 1 to 4 entries with 4 values each, some of which are large; relations that read and write some of these.
inline PlainModel random_plain_model(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto one_of = [&](std::uint64_t number) { return static_cast<std::uint32_t>(random() % number); };
    PlainModel model{.entries = 1 + one_of(4)};
    std::vector<PlainVector> values(model.entries, PlainVector{0, 1, 2, 3});
    for (PlainVector& each : values)
        if (one_of(3) == 0) each = {0, 7, 1U << 31U, ~0U};
    const auto value = [&](std::uint32_t entry) { return values[entry][one_of(4)]; };
    for (std::uint32_t i = 0; i <= one_of(3); ++i) {
        PlainVector state;
        for (std::uint32_t entry = 0; entry < model.entries; ++entry) state.push_back(value(entry));
        model.initial.insert(state);
    }
    for (std::uint32_t i = 1 + one_of(4); i > 0; --i) {
        PlainRelation relation{.labelled = one_of(2) == 0};
        std::vector<std::uint32_t> elements;  // entries
        for (std::uint32_t entry = 0; entry < model.entries; ++entry) {
            if (one_of(2) == 0) relation.read.push_back(entry), elements.push_back(entry);
            if (one_of(2) == 0) relation.written.push_back(entry), elements.push_back(entry);
        }
        for (std::uint32_t vectors = 1 + one_of(6); vectors > 0; --vectors) {
            PlainRelation::Vector vector;
            for (const std::uint32_t entry : elements)
                vector.push_back(one_of(4) == 0 ? std::nullopt : std::optional(value(entry)));
            if (relation.labelled) vector.emplace_back(one_of(3) * 1'000'000'000);
            relation.vectors.insert(vector);
        }
        model.relations.push_back(std::move(relation));
    }
    return model;
}

/// Makes the diagrams of a model, each node once, and its file.
class LddWriter {
  public:
    explicit LddWriter(const PlainModel& model) : model_(model) {}

    /// The newer format; then model() has what it says.
    std::string newer() {
        made_ = {.entries = model_.entries};
        file_ = {};
        file_.u32({model_.entries});
        file_.i32({-1});
        made_.initial = put_diagram(initial());
        file_.u32({static_cast<std::uint32_t>(model_.relations.size())});
        for (const PlainRelation& each : model_.relations) {
            file_.u32({static_cast<std::uint32_t>(each.read.size()), static_cast<std::uint32_t>(each.written.size())});
            for (const std::uint32_t entry : each.read) file_.u32({entry});
            for (const std::uint32_t entry : each.written) file_.u32({entry});
        }
        for (const PlainRelation& each : model_.relations)
            made_.relations.push_back({each.read, each.written, put_diagram(each.vectors), each.labelled});
        return file_.bytes();
    }

    /// The older one.
    std::string older() {
        made_ = {.entries = model_.entries};
        file_ = {};
        file_.u64({model_.entries});
        made_.initial = put_diagram(initial());
        file_.u64({1});
        file_.u32({model_.entries, static_cast<std::uint32_t>(model_.relations.size())});
        for (const PlainRelation& each : model_.relations) {
            const std::uint64_t root = of_vectors(each.vectors);
            const std::uint64_t touched = of_vectors({touches(each)});
            put_nodes();
            file_.u64({root, touched});
            made_.relations.push_back({each.read, each.written, root, each.labelled});
        }
        return file_.bytes();
    }

    const ListModel& model() const { return made_; }

  private:
    using Vectors = std::set<PlainRelation::Vector>;

    Vectors initial() const {
        Vectors vectors;
        for (const PlainVector& each : model_.initial) vectors.emplace(each.begin(), each.end());
        return vectors;
    }

    PlainRelation::Vector touches(const PlainRelation& relation) const {
        PlainRelation::Vector vector;
        for (std::uint32_t entry = 0; entry < model_.entries; ++entry) {
            const bool reads = std::ranges::binary_search(relation.read, entry);
            const bool writes = std::ranges::binary_search(relation.written, entry);
            if (reads && writes) vector.insert(vector.end(), {1, 2});
            if (reads != writes) vector.emplace_back(reads ? 3 : 4);
            if (!reads && !writes) vector.emplace_back(0);
        }
        vector.emplace_back(~0U);
        return vector;
    }

    // All of them have the same length.
    std::uint64_t of_vectors(const Vectors& vectors) {
        if (vectors.empty()) return 0;
        if (vectors.begin()->empty()) return 1;
        std::map<std::optional<std::uint32_t>, Vectors> after;  // those that copy come first
        for (const PlainRelation::Vector& each : vectors) after[each.front()].emplace(each.begin() + 1, each.end());
        std::uint64_t list = 0;
        for (auto each = after.rbegin(); each != after.rend(); ++each) {
            const StoredListNode node{.value = each->first.value_or(0),
                                      .copies = !each->first.has_value(),
                                      .down = of_vectors(each->second),
                                      .right = list};
            const auto [place, is_new] = known_.try_emplace({node.value, node.copies, node.down, node.right},
                                                            made_.nodes.size() + first_list_node);
            if (is_new) made_.nodes.push_back(node);
            list = place->second;
        }
        return list;
    }

    std::uint64_t put_diagram(const Vectors& vectors) {
        const std::uint64_t root = of_vectors(vectors);
        put_nodes();
        file_.u64({root});
        return root;
    }

    void put_nodes() {
        file_.u64({made_.nodes.size() - written_});
        for (; written_ < made_.nodes.size(); ++written_) {
            const StoredListNode& node = made_.nodes[written_];
            file_.u64({std::uint64_t{node.value} << 48U | node.right << 1U,
                       node.down << 17U | std::uint64_t{node.copies} << 16U | node.value >> 16U});
        }
    }

    const PlainModel& model_;
    ListModel made_;
    std::map<std::tuple<std::uint32_t, bool, std::uint64_t, std::uint64_t>, std::uint64_t> known_;
    std::size_t written_ = 0;
    FileOf file_;
};

}  // namespace scrump::test

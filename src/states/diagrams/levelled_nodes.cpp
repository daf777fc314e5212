#include "levelled_nodes.hpp"

#include <scrump/base/memory.hpp>
#include <scrump/states/diagrams/detail/node_hash.hpp>

#include <numeric>
#include <utility>

namespace scrump::detail {
namespace {

// Supports of held functions are found in this number of steps for each node in all; others count as all variables.
constexpr std::uint64_t support_steps = 16;
// Nodes that are rewritten before others get a turn.
constexpr std::uint64_t calm_every = 4096;

}  // namespace

LevelledNodes::LevelledNodes(std::uint32_t variables, std::function<void()> calm)
    : calm_(std::move(calm)),
      nodes_(1),
      tables_(variables),
      at_(variables),
      places_(variables),
      row_words_(variables / word_bits + 1),
      interactions_(variables * row_words_) {
    std::iota(at_.begin(), at_.end(), 0U);
    std::iota(places_.begin(), places_.end(), 0U);
    nodes_[0].links = 1;
}

// --- What is taken

LevelledNodes::Number LevelledNodes::add() {
    if (nodes_.size() == most) throw OutOfMemory("the nodes whose levels change", nodes_.size() * sizeof(Node));
    nodes_.emplace_back();
    return static_cast<Number>(nodes_.size() - 1);
}

void LevelledNodes::set(Number number, std::uint32_t variable, Link low, Link high) {
    Node& node = nodes_[number];
    node.variable = variable;
    if (variable == leaf) return;
    node.low = linked(low);
    node.high = linked(high);
    insert(number);
}

void LevelledNodes::hold(Number number) {
    ++nodes_[number].links;
    held_.push_back(number);
}

// The support of a function that is held and also lies below another one is a part of the other's.
void LevelledNodes::find_interactions() {
    std::vector<Number> seen_from(nodes_.size());
    std::vector<std::uint64_t> support(row_words_);
    std::vector<Number> open;
    std::uint64_t left = support_steps * nodes_.size();
    for (const Number root : held_) {
        if (nodes_[root].links > 1) continue;
        std::fill(support.begin(), support.end(), 0);
        open.assign(1, root);
        while (!open.empty() && left > 0) {
            const Node& node = nodes_[open.back()];
            open.pop_back();
            if (node.variable == leaf) continue;
            support[node.variable / word_bits] |= std::uint64_t{1} << node.variable % word_bits;
            --left;
            for (const Number below : {node.low / 2, node.high / 2})
                if (std::exchange(seen_from[below], root) != root) open.push_back(below);
        }
        if (left == 0) return interactions_.assign(interactions_.size(), ~std::uint64_t{0});
        for (std::uint32_t variable = 0; variable < variables(); ++variable) {
            if ((support[variable / word_bits] >> variable % word_bits & 1U) == 0) continue;
            for (std::uint32_t word = 0; word < row_words_; ++word) row(variable, word) |= support[word];
        }
    }
}

// --- Unique tables

LevelledNodes::Number& LevelledNodes::bucket_of(Table& table, Link low, Link high) {
    return table.buckets[mix(low, high) & (table.buckets.size() - 1)];
}

// A level whose nodes are few again should not keep many buckets, as all are looked at in each swap.
void LevelledNodes::resize(Table& table) {
    std::size_t buckets = table.buckets.size();
    if (table.size > buckets) buckets *= 4;
    while (buckets > 4 && table.size * 8 < buckets) buckets /= 4;
    if (buckets == table.buckets.size()) return;
    const std::vector<Number> before = std::exchange(table.buckets, std::vector<Number>(buckets));
    for (const Number first : before) {
        for (Number each = first; each != 0;) {
            const Number next = nodes_[each].next;
            Number& bucket = bucket_of(table, nodes_[each].low, nodes_[each].high);
            nodes_[each].next = std::exchange(bucket, each);
            each = next;
        }
    }
}

void LevelledNodes::insert(Number number) {
    Node& node = nodes_[number];
    Table& table = tables_[node.variable];
    ++table.size;
    ++size_;
    if (table.size > table.buckets.size()) resize(table);
    node.next = std::exchange(bucket_of(table, node.low, node.high), number);
}

void LevelledNodes::take_out(Number number) {
    const Node& node = nodes_[number];
    Table& table = tables_[node.variable];
    Number* at = &bucket_of(table, node.low, node.high);
    while (*at != number) at = &nodes_[*at].next;
    *at = node.next;
    --table.size;
    --size_;
}

LevelledNodes::Link LevelledNodes::make(std::uint32_t variable, Link low, Link high) {
    if (low == high) return low;
    const Link complement = low & 1U;
    low ^= complement;
    high ^= complement;
    for (Number each = bucket_of(tables_[variable], low, high); each != 0; each = nodes_[each].next)
        if (nodes_[each].low == low && nodes_[each].high == high) return 2 * each | complement;
    Number number = free_;
    if (number != 0) {
        free_ = nodes_[number].next;
    } else {
        number = add();
    }
    set(number, variable, low, high);
    return 2 * number | complement;
}

void LevelledNodes::unlink(Link link) {
    const Number number = link / 2;
    if (--nodes_[number].links > 0 || nodes_[number].variable == leaf) return;
    take_out(number);
    unlink(nodes_[number].low);
    unlink(nodes_[number].high);
    nodes_[number].next = std::exchange(free_, number);
}

// --- Swaps

void LevelledNodes::swap(Place upper) {
    const std::uint32_t falling = at_[upper];
    const std::uint32_t rising = at_[upper + 1];
    std::swap(at_[upper], at_[upper + 1]);
    std::swap(places_[falling], places_[rising]);
    ++swaps_;
    if (!interact(falling, rising)) return;
    resize(tables_[falling]);
    std::uint64_t rewritten = 0;
    for (Number each = take_those_above(falling, rising); each != 0;) {
        const Number next = nodes_[each].next;
        rewrite(each, falling, rising);
        if (++rewritten % calm_every == 0) calm_();
        each = next;
    }
    calm_();
}

// The nodes of a level that lead to the one below it, as a list: they are no longer in the table.
LevelledNodes::Number LevelledNodes::take_those_above(std::uint32_t upper, std::uint32_t lower) {
    Table& table = tables_[upper];
    Number taken = 0;
    for (Number& first : table.buckets) {
        for (Number* at = &first; *at != 0;) {
            Node& node = nodes_[*at];
            if (!is_at(node.low, lower) && !is_at(node.high, lower)) {
                at = &node.next;
                continue;
            }
            const Number number = *at;
            *at = node.next;
            node.next = std::exchange(taken, number);
            --table.size;
            --size_;
        }
    }
    return taken;
}

// f = ite(upper, high, low) = ite(lower, ite(upper, high with lower, low with lower), ...). Low edges are
// never complemented, nor is the new one, which leads to low edges of the former: so the node keeps its function, and
// nothing above it changes.
void LevelledNodes::rewrite(Number number, std::uint32_t upper, std::uint32_t lower) {
    const auto low_of = [&](Link link) { return is_at(link, lower) ? nodes_[link / 2].low ^ (link & 1U) : link; };
    const auto high_of = [&](Link link) { return is_at(link, lower) ? nodes_[link / 2].high ^ (link & 1U) : link; };
    const Link low = nodes_[number].low;
    const Link high = nodes_[number].high;
    const Link new_low = linked(make(upper, low_of(low), low_of(high)));
    const Link new_high = linked(make(upper, high_of(low), high_of(high)));
    Node& node = nodes_[number];
    node.variable = lower;
    node.low = new_low;
    node.high = new_high;
    insert(number);
    unlink(low);
    unlink(high);
}

}  // namespace scrump::detail

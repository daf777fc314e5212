#include <scrump/problems/tsp/detail/one_tree.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrump::tsp {
namespace {

Scaled bound_of(Length length, std::span<const int> degrees, std::span<const Scaled> multipliers) {
    Scaled bound = length * scale;
    for (std::size_t city = 0; city < degrees.size(); ++city) bound += multipliers[city] * (degrees[city] - 2);
    return bound;
}

}  // namespace

// --- All edges

void CompleteOneTree::load(const Instance& instance) {
    const std::size_t cities = instance.size();
    instance_ = &instance;
    degrees_.resize(cities);
    parents_.resize(cities);
    nearest_.resize(cities);
    heaviest_.resize(cities);
    found_.resize(cities);
    order_.reserve(cities);
    outside_.reserve(cities);
}

void CompleteOneTree::take(City city) {
    order_.push_back(city);
    if (order_.size() == 1) return;
    ++degrees_[city];
    ++degrees_[parents_[city]];
    length_ += instance_->distance(city, parents_[city]);
}

bool CompleteOneTree::evaluate(std::span<const Scaled> multipliers) {
    const std::size_t cities = instance_->size();
    std::ranges::fill(degrees_, 0);
    length_ = 0;
    order_.clear();
    outside_.clear();
    for (std::size_t city = 0; city < cities; ++city)
        if (city != special_city) outside_.push_back(static_cast<City>(city));
    std::ranges::fill(nearest_, never);
    City newest = outside_.back();
    outside_.pop_back();
    take(newest);
    while (!outside_.empty()) {
        const Distance* const row = instance_->row(newest);
        const Scaled own = multipliers[newest];
        std::size_t closest = 0;
        for (std::size_t i = 0; i < outside_.size(); ++i) {
            const City city = outside_[i];
            const Scaled weight = row[city] * scale + own + multipliers[city];
            if (weight < nearest_[city]) {
                nearest_[city] = weight;
                parents_[city] = newest;
            }
            if (nearest_[city] < nearest_[outside_[closest]]) closest = i;
        }
        newest = outside_[closest];
        outside_[closest] = outside_.back();
        outside_.pop_back();
        take(newest);
    }
    join_special(multipliers);
    bound_ = bound_of(length_, degrees_, multipliers);
    return true;
}

void CompleteOneTree::join_special(std::span<const Scaled> multipliers) {
    City best = order_[0];
    City second = order_[1];
    const auto spoke = [&](City city) { return weight(special_city, city, multipliers); };
    if (spoke(second) < spoke(best)) std::swap(best, second);
    for (std::size_t i = 2; i < order_.size(); ++i) {
        const City city = order_[i];
        if (spoke(city) < spoke(best)) {
            second = std::exchange(best, city);
        } else if (spoke(city) < spoke(second)) {
            second = city;
        }
    }
    second_spoke_ = spoke(second);
    for (const City city : {best, second}) {
        ++degrees_[city];
        ++degrees_[special_city];
        length_ += instance_->distance(special_city, city);
    }
}

// Up from the city to the root of the tree, and from there down to all others, parents first.
void CompleteOneTree::find_heaviest_from(City city) {
    std::ranges::fill(found_, std::uint8_t{0});
    heaviest_[city] = std::numeric_limits<Scaled>::lowest();
    found_[city] = 1;
    for (City at = city; at != order_[0]; at = parents_[at]) {
        heaviest_[parents_[at]] = std::max(heaviest_[at], nearest_[at]);
        found_[parents_[at]] = 1;
    }
    for (const City other : order_)
        if (found_[other] == 0) heaviest_[other] = std::max(heaviest_[parents_[other]], nearest_[other]);
}

std::vector<Edge> CompleteOneTree::edges_within(Scaled limit, std::span<const Scaled> multipliers) {
    std::vector<Edge> edges;
    const Scaled slack = limit - bound_;
    for (const City city : order_)
        if (weight(special_city, city, multipliers) - second_spoke_ <= slack) edges.push_back({special_city, city});
    for (const City a : order_) {
        find_heaviest_from(a);
        for (const City b : order_)
            if (a < b && weight(a, b, multipliers) - heaviest_[b] <= slack) edges.push_back({a, b});
    }
    return edges;
}

// --- Some edges

void OneTree::load(const Instance& instance, const EdgeSet& edges) {
    cities_ = instance.size();
    forced_.clear();
    forced_degrees_.assign(cities_, 0);
    forced_length_ = 0;
    components_.resize(cities_);
    std::iota(components_.begin(), components_.end(), City{0});
    for (const Edge edge : edges.forced()) {
        ++forced_degrees_[edge.a];
        ++forced_degrees_[edge.b];
        forced_length_ += instance.distance(edge.a, edge.b);
        if (edge.touches(special_city)) continue;
        forced_.push_back(edge);
        components_[find(edge.a)] = find(edge.b);
    }
    for (std::size_t city = 0; city < cities_; ++city) components_[city] = find(static_cast<City>(city));
    forced_components_ = components_;
    inner_.clear();
    spokes_.clear();
    for (const Edge edge : edges.open()) {
        Arcs& arcs = edge.touches(special_city) ? spokes_ : inner_;
        arcs.arcs.push_back({0, instance.distance(edge.a, edge.b), edge.a, edge.b});
    }
}

void OneTree::Arcs::weigh(std::span<const Scaled> multipliers) {
    for (Arc& arc : arcs) arc.weight = arc.distance * scale + multipliers[arc.a] + multipliers[arc.b];
    std::size_t moves = 16 * arcs.size();  // more than these are made faster by a real sort
    for (std::size_t i = 1; i < arcs.size(); ++i) {
        const Arc arc = arcs[i];
        std::size_t to = i;
        for (; to > 0 && arc.weight < arcs[to - 1].weight; --to) arcs[to] = arcs[to - 1];
        arcs[to] = arc;
        moves -= std::min(moves, i - to);
        if (moves == 0) {
            std::ranges::sort(arcs, {}, &Arc::weight);
            break;
        }
    }
    in_tree.assign(arcs.size(), 0);
}

City OneTree::find(City city) {
    while (components_[city] != city) {
        components_[city] = components_[components_[city]];
        city = components_[city];
    }
    return city;
}

void OneTree::add(const Arc& arc) {
    ++degrees_[arc.a];
    ++degrees_[arc.b];
    length_ += arc.distance;
}

bool OneTree::evaluate(std::span<const Scaled> multipliers) {
    inner_.weigh(multipliers);
    spokes_.weigh(multipliers);
    degrees_ = forced_degrees_;
    length_ = forced_length_;
    if (!span_inner() || !join_special()) return false;
    bound_ = bound_of(length_, degrees_, multipliers);
    return true;
}

bool OneTree::span_inner() {
    components_ = forced_components_;
    tree_.clear();
    std::size_t missing = cities_ - 2 - forced_.size();
    for (std::size_t i = 0; missing > 0 && i < inner_.arcs.size(); ++i) {
        const Arc& arc = inner_.arcs[i];
        const City a = find(arc.a);
        const City b = find(arc.b);
        if (a == b) continue;
        components_[a] = b;
        inner_.in_tree[i] = 1;
        tree_.push_back(static_cast<std::uint32_t>(i));
        add(arc);
        --missing;
    }
    return missing == 0;
}

bool OneTree::join_special() {
    const auto missing = static_cast<std::size_t>(2 - degrees_[special_city]);
    if (spokes_.arcs.size() < missing) return false;
    for (std::size_t i = 0; i < missing; ++i) {
        spokes_.in_tree[i] = 1;
        add(spokes_.arcs[i]);
    }
    return true;
}

void OneTree::measure() {
    inner_.rise.assign(inner_.arcs.size(), never);
    spokes_.rise.assign(spokes_.arcs.size(), never);
    measure_spokes();
    hang_up();
    measure_inner();
}

void OneTree::measure_spokes() {
    const auto& arcs = spokes_.arcs;
    const auto used = static_cast<std::size_t>(2 - forced_degrees_[special_city]);
    if (used == 0) return;
    for (std::size_t i = used; i < arcs.size(); ++i) spokes_.rise[i] = arcs[i].weight - arcs[used - 1].weight;
    if (arcs.size() == used) return;
    for (std::size_t i = 0; i < used; ++i) spokes_.rise[i] = arcs[used].weight - arcs[i].weight;
}

// Gives the tree a root, so that the path between two cities is found by going up from both.
void OneTree::hang_up() {
    first_neighbour_.assign(cities_ + 1, 0);
    const auto for_each_edge = [&](const auto& visit) {
        for (const Edge edge : forced_) visit(edge.a, edge.b, forced);
        for (const std::uint32_t i : tree_) visit(inner_.arcs[i].a, inner_.arcs[i].b, i);
    };
    for_each_edge([&](City a, City b, std::uint32_t) {
        ++first_neighbour_[a];
        ++first_neighbour_[b];
    });
    std::partial_sum(first_neighbour_.begin(), first_neighbour_.end(), first_neighbour_.begin());
    neighbours_.resize(first_neighbour_.back());
    for_each_edge([&](City a, City b, std::uint32_t arc) {
        neighbours_[--first_neighbour_[a]] = {b, arc};
        neighbours_[--first_neighbour_[b]] = {a, arc};
    });
    constexpr City root = special_city + 1;
    up_.resize(cities_);
    up_[root] = {.parent = root};
    queue_.assign(1, root);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const City city = queue_[head];
        for (std::uint32_t i = first_neighbour_[city]; i < first_neighbour_[city + 1U]; ++i) {
            const auto [below, arc] = neighbours_[i];
            if (below == up_[city].parent) continue;
            const Scaled weight = arc == forced ? -never : inner_.arcs[arc].weight;
            up_[below] = {.parent = city, .depth = up_[city].depth + 1, .arc = arc, .weight = weight};
            queue_.push_back(below);
        }
    }
}

// An edge outside the tree would take the place of the heaviest one that is not forced on the path that it closes. One
// in the tree is replaced by the lightest one outside whose path it is on: the first that comes, as they are sorted.
void OneTree::measure_inner() {
    for (std::size_t i = 0; i < inner_.arcs.size(); ++i) {
        if (inner_.in_tree[i] != 0) continue;
        const Arc& arc = inner_.arcs[i];
        Scaled heaviest = -never;
        for (City a = arc.a, b = arc.b; a != b; a = up_[a].parent) {
            if (up_[a].depth < up_[b].depth) std::swap(a, b);
            const Up& up = up_[a];
            if (up.arc == forced) continue;
            heaviest = std::max(heaviest, up.weight);
            inner_.rise[up.arc] = std::min(inner_.rise[up.arc], arc.weight - up.weight);
        }
        if (heaviest != -never) inner_.rise[i] = arc.weight - heaviest;
    }
}

}  // namespace scrump::tsp

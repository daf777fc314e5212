#include <scrump/problems/tsp/detail/cutting_planes.hpp>
#include <scrump/problems/tsp/detail/one_tree.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace scrump::tsp {
namespace {

constexpr std::size_t first_columns = 5;  // for each city
constexpr std::size_t most_new_columns = 500;
constexpr int most_iterations = 20'000;
constexpr double integral = 1e-6;
constexpr double narrow = 2.95;  // sets that are left by less may be teeth

// The bound is worth a further round of cuts if it closed this share of the gap in the last rounds.
constexpr unsigned rounds_to_see = 5;
constexpr Scaled worthwhile_share = 50;
constexpr unsigned most_rounds = 300;

constexpr std::size_t most_candidates = 10;
constexpr int strong_iterations = 100;

Scaled scaled(double price) {
    constexpr auto most = static_cast<double>(max_multiplier);
    return static_cast<Scaled>(std::llround(std::clamp(price * static_cast<double>(scale), -most, most)));
}

}  // namespace

AscentEnd CuttingPlanes::raise(const Instance& instance, EdgeSet& edges, std::span<const Cut> cuts, Scaled limit,
                               const std::function<bool()>& hurried) {
    instance_ = &instance;
    edges_ = &edges;
    limit_ = limit;
    best_ = PricedEdges::none;
    solved_ = false;
    if (!edges.propagate()) return AscentEnd::above;
    begin(cuts);
    std::vector<Scaled> bounds;
    for (unsigned round = 0; round < most_rounds && !(hurried && hurried()); ++round) {
        const Step step = solve();
        if (step == Step::above) return AscentEnd::above;
        if (step == Step::tour) return AscentEnd::tour;
        if (step == Step::stuck) break;
        bounds.push_back(best_);
        if (bounds.size() > rounds_to_see) {
            const Scaled gain = best_ - bounds[bounds.size() - 1 - rounds_to_see];
            if (gain < (limit_ - best_) / worthwhile_share) break;
        }
        if (!separate()) break;
    }
    return AscentEnd::here;
}

void CuttingPlanes::begin(std::span<const Cut> cuts) {
    const std::size_t cities = instance_->size();
    program_ = std::make_unique<LinearProgram>(static_cast<int>(cities));
    cuts_.clear();
    prices_.cuts.clear();
    solution_.clear();
    columns_.clear();
    column_of_.assign(cities * cities, 0);
    add_columns(edges_->forced());
    const std::size_t some = std::min(edges_->open().size(), first_columns * cities);
    add_columns(edges_->open().first(some));
    add_cuts(cuts);
    limit_columns();
}

void CuttingPlanes::add_columns(std::span<const Edge> edges) {
    if (edges.empty()) return;
    LinearProgramPart columns;
    std::vector<std::vector<std::pair<int, int>>> crossed(edges.size());
    Crossings crossings(instance_->size());
    for (std::size_t cut = 0; cut < cuts_.size(); ++cut) {
        crossings.load(cuts_[cut]);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const int times = crossings.of(edges[i]);
            if (times != 0) crossed[i].emplace_back(static_cast<int>(instance_->size() + cut), times);
        }
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        columns.put(edges[i].a, 1);
        columns.put(edges[i].b, 1);
        for (const auto& [row, times] : crossed[i]) columns.put(row, times);
        columns.end(instance_->distance(edges[i].a, edges[i].b));
        columns_.push_back(edges[i]);
        column_at(edges[i]) = column_at({edges[i].b, edges[i].a}) = static_cast<std::uint32_t>(columns_.size());
    }
    program_->add_columns(columns);
}

bool CuttingPlanes::add_missing_columns() {
    std::vector<std::pair<Scaled, Edge>> missing;
    const std::span<const Edge> open = edges_->open();
    const std::span<const Scaled> costs = priced_.costs();
    constexpr Scaled worthwhile = -(scale >> 12);
    for (std::size_t i = 0; i < open.size(); ++i)
        if (costs[i] < worthwhile && column_at(open[i]) == 0) missing.emplace_back(costs[i], open[i]);
    if (missing.empty()) return false;
    if (missing.size() > most_new_columns) {
        std::ranges::nth_element(missing, missing.begin() + most_new_columns, {}, &std::pair<Scaled, Edge>::first);
        missing.resize(most_new_columns);
    }
    std::vector<Edge> edges;
    edges.reserve(missing.size());
    for (const auto& [cost, edge] : missing) edges.push_back(edge);
    add_columns(edges);
    return true;
}

void CuttingPlanes::add_cuts(std::span<const Cut> cuts) {
    if (cuts.empty()) return;
    LinearProgramPart rows;
    Crossings crossings(instance_->size());
    for (const Cut& cut : cuts) {
        crossings.load(cut);
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const int times = crossings.of(columns_[column]);
            if (times != 0) rows.put(static_cast<int>(column), times);
        }
        rows.end(static_cast<double>(least_crossings(cut)));
        cuts_.push_back(cut);
    }
    program_->add_rows(rows);
}

/// Edges that were removed stay out, those that were forced stay in.
void CuttingPlanes::limit_columns() {
    std::vector<Edge> missing;
    for (const Edge edge : edges_->forced())
        if (column_at(edge) == 0) missing.push_back(edge);
    add_columns(missing);
    for (std::size_t column = 0; column < columns_.size(); ++column) program_->limit(static_cast<int>(column), 0, 0);
    const auto limit = [&](Edge edge, double least) {
        if (column_at(edge) != 0) program_->limit(static_cast<int>(column_at(edge) - 1), least, 1);
    };
    for (const Edge edge : edges_->open()) limit(edge, 0);
    for (const Edge edge : edges_->forced()) limit(edge, 1);
}

CuttingPlanes::Step CuttingPlanes::solve() {
    solved_ = false;
    for (;;) {
        const LinearProgram::End end = program_->solve(most_iterations);
        if (end == LinearProgram::End::unsolved) return Step::stuck;
        if (end == LinearProgram::End::infeasible) {
            if (prove_infeasible()) return Step::above;
            if (!add_missing_columns()) return Step::stuck;
            continue;
        }
        price(program_->row_prices(), 1);
        if (best_ > limit_) return Step::above;
        if (priced_.bound() == PricedEdges::none) return Step::stuck;
        if (!add_missing_columns()) break;
    }
    solved_ = true;
    read_solution();
    if (find_tour()) return Step::tour;
    if (!settle()) return Step::above;
    return Step::go_on;
}

void CuttingPlanes::price(std::span<const double> rows, double factor) {
    const std::size_t cities = instance_->size();
    prices_.cities.resize(cities);
    prices_.cuts.resize(cuts_.size());
    for (std::size_t city = 0; city < cities; ++city) prices_.cities[city] = scaled(factor * rows[city]);
    for (std::size_t cut = 0; cut < cuts_.size(); ++cut)
        prices_.cuts[cut] = std::max<Scaled>(0, scaled(factor * rows[cities + cut]));
    priced_.price(*instance_, edges_->forced(), edges_->open(), cuts_, prices_);
    best_ = std::max(best_, priced_.bound());
}

/// The more of a ray, the better the bound, in one of its directions.
bool CuttingPlanes::prove_infeasible() {
    const std::vector<double> ray(program_->row_prices().begin(), program_->row_prices().end());
    double largest = 0;
    for (const double price : ray) largest = std::max(largest, std::abs(price));
    if (largest == 0) return false;
    for (const double direction : {1., -1.}) {
        for (const double most : {1e4, 1e6, 1e8, 1e9}) {
            price(ray, direction * most / largest);
            if (best_ > limit_) return true;
        }
    }
    return false;
}

/// Edges whose reduced costs would lift the bound above the limit are removed, or forced if it is their absence that
/// would. Returns false if that leaves no tour.
bool CuttingPlanes::settle() {
    const Scaled slack = limit_ - priced_.bound();
    const std::span<const Edge> open = edges_->open();
    const std::span<const Scaled> costs = priced_.costs();
    std::vector<std::pair<Scaled, Edge>> kept;
    std::vector<Edge> forced(edges_->forced().begin(), edges_->forced().end());
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (costs[i] < -slack) {
            forced.push_back(open[i]);
        } else if (costs[i] <= slack) {
            kept.emplace_back(costs[i], open[i]);
        }
    }
    const bool changes = kept.size() < open.size();
    std::ranges::stable_sort(kept, {}, &std::pair<Scaled, Edge>::first);
    std::vector<Edge> rest;
    rest.reserve(kept.size());
    for (const auto& [cost, edge] : kept) rest.push_back(edge);
    edges_->assign(instance_->size(), forced, rest);
    if (!edges_->propagate()) return false;
    if (changes) limit_columns();
    return true;
}

void CuttingPlanes::read_solution() {
    solution_.clear();
    const std::span<const double> values = program_->values();
    for (std::size_t column = 0; column < columns_.size(); ++column)
        if (values[column] > integral) solution_.push_back({columns_[column], values[column]});
}

/// Whether the solution is a tour, and a shortest one: no shorter length is above the bound.
bool CuttingPlanes::find_tour() {
    if (solution_.size() != instance_->size()) return false;
    if (!std::ranges::all_of(solution_, [](const Valued& each) { return each.value > 1 - integral; })) return false;
    std::vector<Edge> edges;
    for (const Valued& each : solution_) edges.push_back(each.edge);
    tour_ = tour_along(edges, instance_->size());
    if (!is_tour(*instance_, tour_)) return false;
    return (length_of(*instance_, tour_) - 1) * scale < priced_.bound();
}

/// Adds violated cuts; returns false if it finds none.
bool CuttingPlanes::separate() {
    const std::size_t cities = instance_->size();
    const std::vector<LeftBy> small = small_cuts(cities, solution_, narrow);
    std::vector<Cut> found;
    for (const LeftBy& each : small) {
        if (each.sum > 2 - violated_by) continue;
        found.push_back({{each.set}});
        normalise(found.back(), cities);
    }
    if (found.empty()) found = violated_combs(cities, solution_, narrow_sets(small));
    if (found.empty()) return false;
    drop_slack_cuts();
    add_cuts(found);
    return true;
}

/// Sets found now, and sets of the cuts, that are left by little more than 2.
std::vector<LeftBy> CuttingPlanes::narrow_sets(std::span<const LeftBy> found) const {
    std::vector<LeftBy> sets(found.begin(), found.end());
    Crossings crossings(instance_->size());
    for (const Cut& cut : cuts_) {
        for (const std::vector<City>& set : cut.sets) {
            if (set.size() < 3) continue;
            crossings.load({{set}});
            double sum = 0;
            for (const Valued& each : solution_) sum += each.value * crossings.of(each.edge);
            if (sum < narrow) sets.push_back({set, sum});
        }
    }
    for (LeftBy& each : sets) std::ranges::sort(each.set);
    std::ranges::sort(sets, {}, &LeftBy::set);
    const auto same = [](const LeftBy& a, const LeftBy& b) { return a.set == b.set; };
    sets.erase(std::unique(sets.begin(), sets.end(), same), sets.end());
    return sets;
}

/// Keeps the program small. What is left keeps its basis, of which the rows that go are a part.
void CuttingPlanes::drop_slack_cuts() {
    const std::size_t cities = instance_->size();
    const std::vector<bool> slack = program_->basic_rows();
    const auto count = static_cast<std::size_t>(std::count(slack.begin(), slack.end(), true));
    if (count < cities / 2 + 20) return;
    LinearProgram::Basis basis = program_->basis();
    std::vector<Cut> kept;
    std::size_t place = columns_.size() + cities;
    for (std::size_t cut = 0; cut < cuts_.size(); ++cut) {
        if (slack[cities + cut]) continue;
        kept.push_back(cuts_[cut]);
        basis[place++] = basis[columns_.size() + cities + cut];
    }
    basis.resize(place);
    const std::vector<Edge> columns = std::exchange(columns_, {});
    program_ = std::make_unique<LinearProgram>(static_cast<int>(cities));
    cuts_.clear();
    add_columns(columns);
    add_cuts(kept);
    limit_columns();
    program_->return_to(basis);
}

std::vector<Cut> CuttingPlanes::binding_cuts() const {
    std::vector<Cut> cuts;
    for (std::size_t cut = 0; cut < prices_.cuts.size(); ++cut)
        if (prices_.cuts[cut] > 0) cuts.push_back(cuts_[cut]);
    return cuts;
}

/// Columns of open edges whose values are closest to one half, and of these the longest edges.
std::vector<int> CuttingPlanes::candidates() const {
    std::vector<std::pair<double, int>> scored;
    const std::span<const double> values = program_->values();
    for (const Edge edge : edges_->open()) {
        if (column_at(edge) == 0) continue;
        const auto column = static_cast<int>(column_at(edge) - 1);
        const double value = values[static_cast<std::size_t>(column)];
        if (value < 1e-4 || value > 1 - 1e-4) continue;
        scored.emplace_back(std::abs(value - 0.5), column);
    }
    std::ranges::sort(scored);
    std::vector<int> columns;
    for (const auto& [score, column] : scored) {
        if (columns.size() == most_candidates) break;
        columns.push_back(column);
    }
    return columns;
}

double CuttingPlanes::rise_if(int column, double value, const LinearProgram::Basis& basis, double gap) {
    const double before = static_cast<double>(best_) / static_cast<double>(scale);
    program_->limit(column, value, value);
    program_->return_to(basis);
    const LinearProgram::End end = program_->solve(strong_iterations);
    const double rise = end == LinearProgram::End::infeasible ? gap : program_->cost() - before;
    program_->limit(column, 0, 1);
    return std::clamp(rise, gap * 1e-3, gap);
}

std::optional<Edge> CuttingPlanes::choose() {
    if (!solved_) return std::nullopt;
    const double gap = std::max(1e-3, static_cast<double>(limit_ - best_) / static_cast<double>(scale) + 1);
    const LinearProgram::Basis basis = program_->basis();
    std::optional<Edge> best;
    double best_score = 0;
    for (const int column : candidates()) {
        const double without = rise_if(column, 0, basis, gap);
        const double with = rise_if(column, 1, basis, gap);
        if (without * with <= best_score) continue;
        best_score = without * with;
        best = columns_[static_cast<std::size_t>(column)];
    }
    return best;
}

}  // namespace scrump::tsp

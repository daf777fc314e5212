#include <scrump/problems/knapsack/generate.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace scrump::knapsack {
namespace {

constexpr Parameter items_parameter = {"n", "number of items", IntegerRange{0, max_items}, "100"};
constexpr Parameter range_parameter = {"range", "R: weights and profits are drawn from 1 to R",
                                       IntegerRange{1, 1'000'000'000}, "1000"};
constexpr Parameter instance_parameter = {"instance", "the capacity is instance / (series + 1) of all weights",
                                          IntegerRange{0, 1'000'000}, "50"};
constexpr Parameter series_parameter = {"series", "instances in a series of growing capacities",
                                        IntegerRange{0, 1'000'000}, "100"};
constexpr Parameter seed_parameter = {"seed", "seed of the random numbers", IntegerRange{}, ""};

constexpr std::array ranged_parameters = {items_parameter, range_parameter, instance_parameter, series_parameter,
                                          seed_parameter};
constexpr std::array plain_parameters = {items_parameter, instance_parameter, series_parameter, seed_parameter};

/// The random numbers of one instance, and its range R.
class Draw {
  public:
    Draw(std::uint64_t seed, std::int64_t range) : random_(seed), range_(range) {}

    std::int64_t range() const { return range_; }
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return least + random_.below(static_cast<std::uint32_t>(most - least + 1));
    }
    std::int64_t from_range() { return between(1, range_); }

  private:
    SplitMix64 random_;
    std::int64_t range_;
};

// One item each, by Pisinger's definitions, in which R/10 and R/500 are rounded down. Each draw is a statement of its
// own: their order decides what the instance is.

Item uncorrelated(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    return {draw.from_range(), weight};
}

Item weakly_correlated(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    const std::int64_t spread = draw.range() / 10;
    return {std::max<std::int64_t>(1, draw.between(weight - spread, weight + spread)), weight};
}

Item strongly_correlated(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    return {weight + draw.range() / 10, weight};
}

Item inverse_strongly_correlated(Draw& draw) {
    const std::int64_t profit = draw.from_range();
    return {profit, profit + draw.range() / 10};
}

Item almost_strongly_correlated(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    const std::int64_t middle = weight + draw.range() / 10;
    const std::int64_t spread = draw.range() / 500;
    return {draw.between(middle - spread, middle + spread), weight};
}

Item subset_sum(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    return {weight, weight};
}

Item similar_weights(Draw& draw) {
    const std::int64_t weight = draw.between(100'000, 100'100);
    return {draw.between(1, 1000), weight};
}

Item multiple_strongly_correlated(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    return {weight + (weight % 6 == 0 ? 3 : 2) * draw.range() / 10, weight};
}

Item profit_ceiling(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    return {(weight + 2) / 3 * 3, weight};
}

// On a circle of radius 2R: 2/3 · sqrt(4R² − (w − 2R)²).
Item circle(Draw& draw) {
    const std::int64_t weight = draw.from_range();
    const double x = static_cast<double>(weight);
    const double radius = 2 * static_cast<double>(draw.range());
    return {static_cast<std::int64_t>(2 * std::sqrt(x * (2 * radius - x)) / 3), weight};
}

Instance with_capacity(std::vector<Item> items, const Arguments& arguments) {
    const std::uint64_t instance = arguments.integer("instance");
    const std::uint64_t series = arguments.integer("series");
    if (instance > series + 1)
        throw UsageError("knapsack: instance=" + std::to_string(instance) + ": expected at most series + 1, which is " +
                         std::to_string(series + 1));
    std::uint64_t total = 0;
    for (const Item& item : items) total += static_cast<std::uint64_t>(item.weight);
    // total / parts · instance without overflow: at most 2^20 parts, and 2^51 of weight
    const std::uint64_t parts = series + 1;
    const std::uint64_t capacity = total / parts * instance + total % parts * instance / parts;
    return {std::move(items), static_cast<std::int64_t>(capacity)};
}

template <Item (*Make)(Draw&)>
Instance plain(const Arguments& arguments, std::uint64_t default_seed) {
    const std::uint64_t range = arguments.has("range") ? arguments.integer("range") : 1;
    Draw draw(arguments.integer("seed", default_seed), static_cast<std::int64_t>(range));
    std::vector<Item> items(arguments.integer("n"));
    std::generate(items.begin(), items.end(), [&] { return Make(draw); });
    return with_capacity(std::move(items), arguments);
}

// Multiples of 1 to 10 of two items, which are a fifth of items of the class: span(2, 10).
template <Item (*Make)(Draw&)>
Instance span(const Arguments& arguments, std::uint64_t default_seed) {
    constexpr std::int64_t most = 10;
    Draw draw(arguments.integer("seed", default_seed), static_cast<std::int64_t>(arguments.integer("range")));
    std::array<Item, 2> spanner{};
    for (Item& item : spanner) {
        item = Make(draw);
        item = {(2 * item.profit + most - 1) / most, (2 * item.weight + most - 1) / most};
    }
    std::vector<Item> items(arguments.integer("n"));
    for (Item& item : items) {
        const Item& one = spanner[static_cast<std::size_t>(draw.between(0, 1))];
        const std::int64_t times = draw.between(1, most);
        item = {one.profit * times, one.weight * times};
    }
    return with_capacity(std::move(items), arguments);
}

constexpr std::array<Family, 13> all_families = {{
    {"uncorrelated", "class 1: profits that have nothing to do with weights", ranged_parameters, plain<uncorrelated>},
    {"weakly-correlated", "class 2: profits within R/10 of the weights", ranged_parameters, plain<weakly_correlated>},
    {"strongly-correlated", "class 3: profit = weight + R/10", ranged_parameters, plain<strongly_correlated>},
    {"inverse-strongly-correlated", "class 4: weight = profit + R/10", ranged_parameters,
     plain<inverse_strongly_correlated>},
    {"almost-strongly-correlated", "class 5: profit = weight + R/10, give or take R/500", ranged_parameters,
     plain<almost_strongly_correlated>},
    {"subset-sum", "class 6: profit = weight", ranged_parameters, plain<subset_sum>},
    {"similar-weights", "class 9: weights from 100000 to 100100, profits from 1 to 1000", plain_parameters,
     plain<similar_weights>},
    {"uncorrelated-span", "class 11: multiples of two items of class 1", ranged_parameters, span<uncorrelated>},
    {"weakly-correlated-span", "class 12: multiples of two items of class 2", ranged_parameters,
     span<weakly_correlated>},
    {"strongly-correlated-span", "class 13: multiples of two items of class 3", ranged_parameters,
     span<strongly_correlated>},
    {"multiple-strongly-correlated", "class 14: profit = weight + 3R/10 if 6 divides the weight, else + 2R/10",
     ranged_parameters, plain<multiple_strongly_correlated>},
    {"profit-ceiling", "class 15: the weight rounded up to a multiple of 3", ranged_parameters, plain<profit_ceiling>},
    {"circle", "class 16: profits on a circle of radius 2R over the weights", ranged_parameters, plain<circle>},
}};

const Family* find_family(std::string_view name) {
    const auto family = std::ranges::find(all_families, name, &Family::name);
    return family == all_families.end() ? nullptr : &*family;
}

}  // namespace

std::span<const Family> families() {
    return all_families;
}

Instance generate(std::string_view spec, std::uint64_t default_seed) {
    const Spec parsed = parse_spec(spec);
    const Family* const family = find_family(parsed.name);
    if (family == nullptr)
        throw UsageError("unknown family of knapsacks '" + parsed.name + "'; expected " +
                         join(all_families, [](const Family& known) { return known.name; }));
    return family->make(Arguments(parsed, family->parameters), default_seed);
}

bool names_file(const std::string& source) {
    std::error_code unreadable;
    if (source == "-" || std::filesystem::exists(source, unreadable)) return true;
    if (find_family(spec_name(source)) != nullptr) return false;
    if (unreadable) throw Error(source + ": cannot be read: " + unreadable.message());
    std::vector<std::string> names;
    names.reserve(std::size(all_families));
    for (const Family& family : all_families) names.emplace_back(family.name);
    throw Error(source + ": no such file, and no family of knapsacks has that name; expected a file, '-', or one of " +
                join(all_families, [](const Family& family) { return std::string(family.name) + ":…"; }) +
                did_you_mean(spec_name(source), names));
}

}  // namespace scrump::knapsack

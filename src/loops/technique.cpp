#include <scrump/loops/technique.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/loops/detail/adaptive_factoring_rule.hpp>
#include <scrump/loops/detail/bold_rule.hpp>
#include <scrump/loops/detail/factoring.hpp>
#include <scrump/loops/detail/fixed_size_rule.hpp>
#include <scrump/loops/detail/guided_rule.hpp>
#include <scrump/loops/detail/paced_rule.hpp>
#include <scrump/loops/detail/static_rules.hpp>
#include <scrump/loops/detail/trapezoid_rule.hpp>
#include <scrump/loops/detail/weighted_factoring.hpp>
#include <scrump/loops/simulation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <utility>

namespace scrump {
namespace {

using Rule = std::unique_ptr<ChunkRule>;

constexpr double any_time = 1e9;
constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max() >> 1U;

constexpr Parameter min_parameter{"min", "iterations that a chunk has at least (1 if left out)",
                                  IntegerRange{1, any_size}, ""};
constexpr Parameter mean_parameter{"mean", "seconds an iteration", RealRange{0, any_time}, ""};
constexpr Parameter sigma_parameter{"sigma", "standard deviation of the time of an iteration, in seconds",
                                    RealRange{0, any_time}, ""};
constexpr Parameter overhead_parameter{"overhead", "seconds to get a chunk", RealRange{0, any_time}, ""};

constexpr std::array with_min = {min_parameter};
constexpr std::array for_blocks = {Parameter{"size", "iterations of a block", IntegerRange{1, any_size}}};
constexpr std::array for_fsc = {
    sigma_parameter, overhead_parameter,
    Parameter{"size", "iterations of a chunk, in place of these", IntegerRange{1, any_size}, ""}};
constexpr std::array for_tss = {
    min_parameter,
    Parameter{"first", "iterations of the first chunk (N / 2P if left out)", IntegerRange{1, any_size}, ""},
    Parameter{"last", "iterations of the last chunk (1 if left out)", IntegerRange{1, any_size}, ""}};
constexpr std::array for_fac = {min_parameter, mean_parameter, sigma_parameter};
constexpr std::array for_bold = {min_parameter, mean_parameter, sigma_parameter, overhead_parameter};

void need(double value, const Technique& technique, const char* what, std::string_view parameter) {
    if (value > 0) return;
    const std::string text = technique.describe();
    throw UsageError(text + " has to know " + what + " beforehand: give it as " + text +
                     (text.find(':') == std::string::npos ? ":" : ",") + std::string(parameter) +
                     "=SECONDS, or among the costs of the loop (LoopOptions::costs, SCRUMP_CostsSetup())");
}

// The number of chunks that FAC2 makes.
std::uint64_t factoring_chunks(const LoopShape& shape) {
    const detail::Batches batches(shape.iterations, shape.workers, -1);
    std::uint64_t chunks = 0;
    for (std::uint64_t left = shape.iterations; left > 0; ++chunks) {
        const std::uint64_t size = batches.size(chunks);
        if (size == 1) return chunks + left;
        left -= std::min(left, size);
    }
    return chunks;
}

template <class Made>
Rule with_least(const Technique& technique, LoopShape shape) {
    return std::make_unique<Made>(std::move(shape), technique.min);
}
Rule block(const Technique&, LoopShape shape) {
    return std::make_unique<detail::BlockRule>(shape);
}
Rule block_cyclic(const Technique& technique, LoopShape shape) {
    return std::make_unique<detail::BlockCyclicRule>(shape, std::max<std::uint64_t>(technique.size, 1));
}
Rule ss(const Technique&, LoopShape) {
    return std::make_unique<detail::FixedSizeRule>(1);
}
Rule fsc(const Technique& technique, LoopShape shape) {
    if (technique.size > 0) return std::make_unique<detail::FixedSizeRule>(technique.size);
    need(shape.costs.overhead, technique, "the overhead of a chunk", "overhead");
    need(shape.costs.sigma, technique, "the standard deviation of an iteration's time", "sigma");
    return std::make_unique<detail::FixedSizeRule>(detail::kruskal_weiss_size(shape));
}
Rule mfsc(const Technique& technique, LoopShape shape) {
    const std::uint64_t chunks = std::max<std::uint64_t>(factoring_chunks(shape), 1);
    const std::uint64_t size = shape.iterations / chunks + (shape.iterations % chunks != 0 ? 1 : 0);
    return std::make_unique<detail::FixedSizeRule>(std::max(size, technique.min));
}
Rule tss(const Technique& technique, LoopShape shape) {
    return std::make_unique<detail::TrapezoidRule>(shape, technique.first, technique.last, technique.min);
}
Rule fac(const Technique& technique, LoopShape shape) {
    need(shape.costs.mean, technique, "the mean of an iteration's time", "mean");
    return std::make_unique<detail::FactoringRule>(shape, technique.min, shape.costs.sigma / shape.costs.mean);
}
template <bool each_chunk, bool with_overhead>
Rule adaptive_weighted(const Technique& technique, LoopShape shape) {
    return std::make_unique<detail::AdaptiveWeightedFactoringRule>(
        shape, technique.min,
        detail::AdaptiveWeightedFactoringRule::Variant{.each_chunk = each_chunk, .with_overhead = with_overhead});
}
Rule bold(const Technique& technique, LoopShape shape) {
    need(shape.costs.mean, technique, "the mean of an iteration's time", "mean");
    return std::make_unique<detail::BoldRule>(shape, technique.min);
}
Rule simas(const Technique& technique, LoopShape shape) {
    Technique best = best_by_simulation(shape);
    best.min = technique.min;
    return best.rule(std::move(shape));
}

// One place for what each technique is called, its number in table 4.1, where it comes from, what it takes, and how it
// is put to work.
struct Entry {
    std::string_view name;
    int number;  // those that the table lacks have some beyond it
    std::string_view help;
    std::span<const Parameter> parameters;
    Rule (*make)(const Technique&, LoopShape);
};

constexpr std::array entries = {
    Entry{"static", 0, "one block for each worker", {}, block},
    Entry{"cyclic", 16, "single iterations, dealt out in turn", {}, block_cyclic},
    Entry{"block-cyclic", 17, "blocks of one size, dealt out in turn (Li and others 1993)", for_blocks, block_cyclic},
    Entry{"ss", 1, "self-scheduling: one iteration at a time (Tang and Yew 1986)", {}, ss},
    Entry{"fsc", 2, "fixed-size chunking: the best size for known sigma and overhead (Kruskal and Weiss 1985)", for_fsc,
          fsc},
    Entry{"mfsc", 3, "modified FSC: chunks of one size, as many as FAC2 makes", with_min, mfsc},
    Entry{"gss", 4, "guided self-scheduling: 1/P of the iterations left (Polychronopoulos and Kuck 1987)", with_min,
          with_least<detail::GuidedRule>},
    Entry{"tss", 5, "trapezoid self-scheduling: chunks decrease linearly (Tzen and Ni 1993)", for_tss, tss},
    Entry{"fac", 7, "factoring: batches for known mean and sigma (Hummel, Schonberg and Flynn 1992)", for_fac, fac},
    Entry{"fac2", 18, "factoring by halves: each batch is half of the iterations left (same)", with_min,
          with_least<detail::FactoringRule>},
    Entry{"wf", 8, "weighted factoring: FAC2 by the speeds of workers (Hummel and others 1996)", with_min,
          with_least<detail::WeightedFactoringRule>},
    Entry{"awf", 9, "adaptive WF: weights of earlier runs of the loop (Banicescu, Velusamy and Devaprasad 2003)",
          with_min, with_least<detail::WeightedFactoringRule>},
    Entry{"awf-b", 10, "adaptive WF: weights learned with each batch (Cariño and Banicescu 2008)", with_min,
          adaptive_weighted<false, false>},
    Entry{"awf-c", 11, "the same with each chunk", with_min, adaptive_weighted<true, false>},
    Entry{"awf-d", 12, "AWF-B that counts the time to get a chunk", with_min, adaptive_weighted<false, true>},
    Entry{"awf-e", 13, "AWF-C that counts the time to get a chunk", with_min, adaptive_weighted<true, true>},
    Entry{"af", 14, "adaptive factoring: mean and variance of each worker, measured (Banicescu and Liu 2000)", with_min,
          with_least<detail::AdaptiveFactoringRule>},
    Entry{"bold", 19, "the bold strategy, for known mean, sigma and overhead (Hagerup 1997)", for_bold, bold},
    Entry{"simas", 15, "the best of these by simulation, for known mean and sigma (Mohammed and Ciorba 2020)", with_min,
          simas},
    Entry{"auto", 20, "chosen by Scrump: chunks by the time that iterations take, and what earlier runs have shown",
          with_min, with_least<detail::PacedRule>},
};
static_assert(static_cast<std::size_t>(Technique::Kind::automatic) + 1 == entries.size(),
              "the table is in the order of Technique::Kind");

const Entry& entry_of(const Technique& technique) {
    return entries[static_cast<std::size_t>(technique.kind)];
}

// Null if there is none.
const Entry* find(std::string_view name) {
    const auto* const entry = std::ranges::find_if(
        entries, [&](const Entry& each) { return each.name == name || std::to_string(each.number) == name; });
    return entry != entries.end() ? entry : nullptr;
}

std::string real(double value) {
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.17g", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

void check(const LoopShape& shape) {
    if (shape.workers == 0) throw UsageError("a loop needs a worker");
    if (shape.iterations > any_size) throw UsageError("a loop has at most " + std::to_string(any_size) + " iterations");
    if (shape.weights.empty()) return;
    if (shape.weights.size() != shape.workers) {
        throw UsageError("there are " + std::to_string(shape.weights.size()) + " weights for " +
                         std::to_string(shape.workers) + " workers");
    }
    for (std::size_t worker = 0; worker < shape.weights.size(); ++worker) {
        if (!(shape.weights[worker] > 0) || !std::isfinite(shape.weights[worker])) {
            throw UsageError("the weight of worker " + std::to_string(worker) + " is " + real(shape.weights[worker]) +
                             "; weights are positive");
        }
    }
}

}  // namespace

Technique Technique::custom(std::string name, MakeChunkRule make) {
    if (name.empty()) throw UsageError("a custom technique needs a name");
    if (find(name.substr(0, name.find(':'))) != nullptr)
        throw UsageError("there is a technique '" + name + "' already: a custom one needs another name");
    Technique made;
    made.own = std::make_shared<const Custom>(Custom{std::move(name), std::move(make)});
    return made;
}

Technique Technique::parse(std::string_view text) {
    const Spec spec = parse_spec(text);
    const Entry* const entry = find(spec.name);
    if (entry == nullptr) {
        throw UsageError("unknown technique '" + spec.name + "'; there are " +
                         join(entries, [](const Entry& each) { return std::string(each.name); }));
    }
    const Arguments given(spec, entry->parameters);
    const auto whole = [&](const char* name, std::uint64_t otherwise) {
        return given.has(name) ? given.integer(name) : otherwise;
    };
    const auto time = [&](const char* name) { return given.has(name) ? given.real(name) : 0.0; };
    return {.kind = static_cast<Kind>(entry - entries.data()),
            .min = whole("min", 1),
            .size = whole("size", 0),
            .first = whole("first", 0),
            .last = whole("last", 1),
            .costs = {.mean = time("mean"), .sigma = time("sigma"), .overhead = time("overhead")}};
}

std::string Technique::describe() const {
    if (own) return own->name;
    std::string parameters;
    const auto add = [&](const char* name, const std::string& value) {
        parameters.append(parameters.empty() ? ":" : ",").append(name).append("=").append(value);
    };
    if (min != 1) add("min", std::to_string(min));
    if (size != 0) add("size", std::to_string(size));
    if (first != 0) add("first", std::to_string(first));
    if (last != 1) add("last", std::to_string(last));
    if (costs.mean > 0) add("mean", real(costs.mean));
    if (costs.sigma > 0) add("sigma", real(costs.sigma));
    if (costs.overhead > 0) add("overhead", real(costs.overhead));
    return std::string(entry_of(*this).name) + parameters;
}

std::unique_ptr<ChunkRule> Technique::rule_of_part(LoopShape shape, unsigned locality_workers) const {
    if (own || kind != Kind::automatic) return rule(std::move(shape));
    check(shape);
    return std::make_unique<detail::PacedQueueRule>(shape, min, locality_workers);
}

std::string Technique::help() {
    std::string text;
    for (const Entry& entry : entries) {
        text += "  " + std::string(entry.name) + " (" + std::to_string(entry.number) + "): " + std::string(entry.help) +
                "\n";
        for (const Parameter& parameter : entry.parameters) text += "    " + scrump::describe(parameter) + "\n";
    }
    return text;
}

std::vector<std::string> Technique::names() {
    std::vector<std::string> all;
    all.reserve(entries.size());
    for (const Entry& entry : entries) all.emplace_back(entry.name);
    return all;
}

std::unique_ptr<ChunkRule> Technique::rule(LoopShape shape) const {
    check(shape);
    if (!shape.weights.empty()) {
        double sum = 0;
        for (const double weight : shape.weights) sum += weight;
        for (double& weight : shape.weights) weight *= static_cast<double>(shape.workers) / sum;
    }
    if (costs.mean > 0) shape.costs.mean = costs.mean;
    if (costs.sigma > 0) shape.costs.sigma = costs.sigma;
    if (costs.overhead > 0) shape.costs.overhead = costs.overhead;
    if (!own) return entry_of(*this).make(*this, std::move(shape));
    Rule made = own->make ? own->make(shape) : nullptr;
    if (!made) throw UsageError("the technique '" + own->name + "' makes no rules");
    return made;
}

}  // namespace scrump

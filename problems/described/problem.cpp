#include <scrump/base/error.hpp>
#include <scrump/problems/described/ext/problem.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace scrump::described {

std::int64_t Solution::objective() const {
    const auto field = std::ranges::find(fields, objective_key, &Field::key);
    if (field == fields.end()) throw std::logic_error("a solution without an objective; this is a defect of Scrump");
    return field->value;
}

std::string Instance::file_of(const Solution& /*solution*/) const {
    throw std::logic_error("a problem without files of solutions; this is a defect of Scrump");
}

std::optional<std::vector<std::size_t>> Instance::solution_in(std::string_view /*text*/,
                                                              const std::string& /*name*/) const {
    return std::nullopt;
}

std::string Instance::refusal_of(std::span<const std::size_t> /*known*/) const {
    return {};
}

void Instance::check(const Question& /*question*/, const Outcome& /*outcome*/) const {}

std::vector<Fact> facts_of(Weights source) {
    if (source == Weights::none) return {};
    return {{"weights", detail::OptionWord<Weights>::shown(source)}};
}

std::vector<std::int64_t> Inputs::weights_of(Weights source, std::size_t vertices) const {
    if (source == Weights::none) return {};
    std::vector<std::int64_t> all(weights.begin(), weights.end());
    all.resize(vertices, 1);
    if (source == Weights::modulo)
        for (std::size_t v = 0; v < vertices; ++v) all[v] = static_cast<std::int64_t>((v + 1) % 200 + 1);
    return all;
}

graph::Graph Inputs::take_matrix() {
    if (auto* const dense = std::get_if<graph::Graph>(&*graph)) return std::move(*dense);
    return graph::to_dense(std::get<graph::SparseGraph>(*graph));
}

}  // namespace scrump::described

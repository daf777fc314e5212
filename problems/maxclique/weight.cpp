#include <scrump/problems/maxclique/weight.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>

namespace scrump::maxclique {

void check(std::size_t vertices, std::span<const Weight> weights) {
    const std::string problem = "maximum weight clique: ";
    if (weights.size() != vertices)
        throw Error(problem + "there are " + std::to_string(weights.size()) + " weights for " +
                    std::to_string(vertices) + " vertices");
    Weight room = max_total_weight;
    for (std::size_t v = 0; v < weights.size(); ++v) {
        if (weights[v] < 0)
            throw Error(problem + "the weight of vertex " + std::to_string(v + 1) + " of " +
                        std::to_string(weights.size()) + " is negative: " + std::to_string(weights[v]));
        if (weights[v] > room)
            throw Error(problem + "the weights add up to more than " + std::to_string(max_total_weight));
        room -= weights[v];
    }
}

std::string describe(std::span<const Weight> weights) {
    const auto bytes = std::as_bytes(weights);
    return digest({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace scrump::maxclique

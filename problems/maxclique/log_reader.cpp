#include <scrump/problems/maxclique/detail/log_reader.hpp>

#include <stdexcept>

namespace scrump::maxclique {

void throw_incomplete_log() {
    throw std::logic_error("the log of a clique search lacks a node; this is a defect of Scrump");
}

LoggedGraph::LoggedGraph(const graph::Graph& graph, std::span<const std::uint32_t> order)
    : size_(order.size()), words_((order.size() + 63) / 64), rows_(size_ * words_) {
    for (std::size_t u = 0; u < size_; ++u)
        for (std::size_t v = 0; v < size_; ++v)
            if (graph.adjacent(order[u], order[v])) rows_[u * words_ + v / 64] |= std::uint64_t{1} << (v % 64);
}

void ReadRecord::read(std::span<const std::uint16_t> payload) {
    classes.clear();
    conflicts.clear();
    const auto take = [&](std::size_t count) {
        if (payload.size() < count) throw_incomplete_log();
        const auto taken = payload.first(count);
        payload = payload.subspan(count);
        return taken;
    };
    for (const std::size_t size : take(take(1)[0])) classes.push_back({payload.data(), size});
    for (LoggedVertices& each : classes) each = take(each.size());
    for (std::size_t left = take(1)[0]; left > 0; --left) {
        const auto head = take(3);
        conflicts.push_back({head[0], head[1], take(std::size_t{2} * head[2])});
        if (head[1] >= classes.size()) throw_incomplete_log();
        for (std::size_t i = 0; i < conflicts.back().forced.size(); i += 2)
            if (conflicts.back().forced[i] >= classes.size()) throw_incomplete_log();
    }
}

}  // namespace scrump::maxclique

#pragma once
// The node table, for a worker that cannot reach all of it directly: buckets are spread over the memory of all
// localities, and what is wanted of them is asked of their owners. The table and its protocol are those of
// node_table.hpp; a group of eight buckets comes in one round trip, as a chunk of the distributed reachability slides
// does (part 1). The next group is not asked for ahead: at the loads that a table has before it is collected, the first
// one decides almost always.
//
// Nodes do not change, so a worker keeps those that it has read last.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/diagrams/detail/node_table.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::detail {

class RemoteNodes {
  public:
    using Word = NodeTable::Word;

    /// So many buckets in each locality; the constant's is reserved already (NodeTable::reserve_constant()). `leave`
    /// throws: it is called where the run ends, so that nothing can be asked.
    RemoteNodes(RemoteAccess& access, std::uint64_t buckets_each, std::function<void()> leave);

    std::uint64_t buckets() const { return buckets_each_ * access_.owners(); }

    /// Of an edge that is no constant.
    NodeWords node(Edge edge);
    NodeTable::Found find_or_put(const NodeWords& node);

    /// What was read before may have changed.
    void forget() { kept_.assign(kept_.size(), {}); }

    // --- While nobody else uses the table

    /// As those of NodeTable.
    bool mark(std::uint64_t index);
    std::uint64_t sweep();
    void unmark();

  private:
    struct Kept {
        std::uint64_t index = 0;
        NodeWords node{};
    };
    /// Whose a bucket is, and its first word there.
    struct Where {
        unsigned owner;
        std::size_t word;
    };

    Where where(std::uint64_t bucket) const {
        return {static_cast<unsigned>(bucket / buckets_each_), 2 * static_cast<std::size_t>(bucket % buckets_each_)};
    }
    Word wait(RemoteHandle handle);
    void keep(std::uint64_t index, const NodeWords& node) { kept_[index % kept_.size()] = {index, node}; }
    NodeWords read(std::uint64_t bucket);
    std::uint64_t free_unmarked(unsigned owner);
    void keep_reachable(unsigned owner);
    template <class See>
    void each_block(unsigned owner, const See& see);

    RemoteAccess& access_;
    const std::uint64_t buckets_each_;
    const std::function<void()> leave_;
    std::vector<Kept> kept_;
};

}  // namespace scrump::detail

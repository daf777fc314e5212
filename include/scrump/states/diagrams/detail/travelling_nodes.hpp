#pragma once
// Diagrams that travel between localities of which each has nodes of its own: with a stolen task those of its operands,
// and back with its result those of that. Equal functions are the same node in each locality, as all nodes that come
// are looked up in its table.
//
// Packed nodes are words of 32 bits: level, low edge and high edge, those below before those above. An edge has the
// number of its node in this order, from 1 on, above a bit for its complement; 0 is the constant.
//
// A victim remembers the numbers of the nodes that it has sent to a thief, and the thief its own ones by these numbers,
// so that the operands of later tasks bring only new nodes. That is right as a thief unpacks what it got before it asks
// again. What came is held until the victim starts anew. It does so when its nodes were collected, as their places may
// be others' then; when that became too much; and when the first locality has collected its nodes between operations
// and forgotten what had come. A message says how many nodes were sent before, and whether they are remembered after
// it. Results are packed whole.

#include <scrump/net/codec.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace scrump::detail {

class DiagramLocality;

/// Numbers of nodes: an open hash table.
class NodeNumbers {
  public:
    std::size_t size() const { return size_; }
    /// 0 if it has none.
    std::uint32_t find(std::uint64_t index) const { return entries_[place(index)].number; }
    /// Gives it the next one, from 1 on.
    std::uint32_t add(std::uint64_t index);

  private:
    struct Entry {
        std::uint64_t index = 0;
        std::uint32_t number = 0;
    };

    std::size_t place(std::uint64_t index) const;

    std::vector<Entry> entries_ = std::vector<Entry>(256);
    std::size_t size_ = 0;
};

/// Diagrams of a worker's locality, as words.
class PackedNodes {
  public:
    explicit PackedNodes(DiagramWorker& worker) : worker_(worker) {}

    /// Adds an edge, with all nodes below. Returns its name among these.
    std::uint32_t add(Edge edge);
    /// Number of nodes in all.
    std::size_t size() const { return numbers_.size(); }
    /// Words of those that were added since the words were cleared.
    std::vector<std::uint32_t>& words() { return words_; }

  private:
    DiagramWorker& worker_;
    NodeNumbers numbers_;
    std::vector<std::uint32_t> words_;
};

/// The same in another locality: its nodes are held while this exists.
class UnpackedNodes {
  public:
    /// May collect; throws NoRoom, and Error at words that were not packed.
    UnpackedNodes(DiagramWorker& worker, std::span<const std::uint32_t> words);
    UnpackedNodes(const UnpackedNodes&) = delete;
    UnpackedNodes& operator=(const UnpackedNodes&) = delete;
    ~UnpackedNodes() { worker_.arriving().clear(); }

    Edge edge(std::uint64_t name) const;

  private:
    DiagramWorker& worker_;
};

/// Whether there are at least `nodes` nodes below these edges.
bool has_nodes(DiagramWorker& worker, std::span<const Edge> edges, std::size_t nodes);

class NodesTranslator final : public Translator {
  public:
    /// `least_nodes`: of the operands of a task that travels.
    NodesTranslator(DiagramLocality& home, unsigned workers, std::size_t least_nodes)
        : home_(home), least_nodes_(least_nodes), peers_(workers) {}

    bool is_worth_sending(unsigned worker, const References& arguments) override;
    Bytes pack_arguments(unsigned worker, unsigned thief, const References& arguments) override;
    void unpack_arguments(unsigned worker, unsigned victim, Bytes data, const References& arguments) override;
    Bytes pack_result(unsigned worker, const References& result) override;
    void unpack_result(unsigned worker, Bytes data, const References& result) override;
    void hold(unsigned worker, const References& arguments) override;
    void release(unsigned worker, std::size_t arguments) override;

    // --- While all workers stand still

    /// What has come from others, and is held.
    template <class See>
    void each_that_came(const See& see) const {
        for (const Peers& each : peers_)
            for (const auto& [victim, came] : each.came)
                for (const Edge edge : came.nodes) see(edge);
    }
    /// Starts anew with all thieves.
    void forget_sent();
    /// Their victims are to start anew.
    void forget_came();

  private:
    struct Came {
        std::vector<Edge> nodes;             // by number
        std::vector<std::uint32_t> pending;  // words of those for which there was no room
    };
    // Of a worker, with those of other localities.
    struct Peers {
        std::map<unsigned, PackedNodes> sent;
        std::map<unsigned, Came> came;
        std::uint64_t starts = 0;  // number of times that the first locality had all start anew
    };

    DiagramLocality& home_;
    const std::size_t least_nodes_;
    std::vector<Peers> peers_;
};

}  // namespace scrump::detail

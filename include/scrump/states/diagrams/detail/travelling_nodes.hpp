#pragma once
// Diagrams that travel between localities of which each has nodes of its own: with a stolen task those of its operands,
// and back with its result those of that. Each is packed whole, so that no locality has to know what others have, and
// each collects its nodes when it likes. Equal functions are the same node in each locality, as all nodes that come are
// looked up in its table.
//
// As bytes, nodes are words of 32 bits: level, low edge and high edge, those below before those above. An edge has the
// number of its node in this order, from 1 on, above a bit for its complement; 0 is the constant.

#include <scrump/net/codec.hpp>
#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>

#include <cstddef>
#include <cstdint>
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

/// Whether there are at least so many nodes below these edges.
bool has_nodes(DiagramWorker& worker, std::span<const Edge> edges, std::size_t nodes);

class NodesTranslator final : public Translator {
  public:
    /// `least_nodes`: of the operands of a task that travels.
    NodesTranslator(DiagramLocality& home, std::size_t least_nodes) : home_(home), least_nodes_(least_nodes) {}

    bool is_worth_sending(unsigned worker, const References& arguments) override;
    Bytes pack(unsigned worker, const References& references) override;
    void unpack(unsigned worker, Bytes data, const References& references) override;
    void hold(unsigned worker, const References& arguments) override;
    void release(unsigned worker, std::size_t arguments) override;

  private:
    DiagramLocality& home_;
    const std::size_t least_nodes_;
};

}  // namespace scrump::detail

#pragma once
// Diagrams that travel between localities of which each has nodes of its own: with a stolen task those of its operands,
// and back with its result those of that. Equal functions are the same node in each locality, as all nodes that come
// are looked up in its table.
//
// Packed nodes are words of 32 bits: level, low edge and high edge, those below before those above. An edge has the
// number of its node in this order, from 1 on, above a bit for its complement; 0 is the constant.
//
// A victim and each of its thieves number nodes that both have, each as its own ones, so that only others travel. These
// are those of operands, when they are sent, and those of results, when the victim says so with the next operands: as
// results come in any order, it lists those that have come. That is right as a thief unpacks what it got before it asks
// again. Both hold these nodes. Where they became too many, the victim begins anew, as soon as the thief has no task of
// it; so it does when a task has failed there, and when the first locality has collected its nodes between operations
// and forgotten what it had in common with others.

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

/// Nodes that another locality has, too, by their common numbers.
class CommonNodes {
  public:
    std::size_t size() const { return nodes_.size(); }
    /// 0 if it is none of them.
    std::uint32_t find(Edge edge) const { return numbers_.find(edge.index()); }
    Edge operator[](std::size_t number) const { return nodes_[number - 1]; }
    /// Numbers those that are not there yet, in this order.
    void add(std::span<const Edge> nodes);
    const std::vector<Edge>& all() const { return nodes_; }

    static const CommonNodes& none();

  private:
    NodeNumbers numbers_;
    std::vector<Edge> nodes_;
};

/// Diagrams of a worker's locality, as words, without the common nodes.
class PackedNodes {
  public:
    explicit PackedNodes(DiagramWorker& worker, const CommonNodes& common = CommonNodes::none())
        : worker_(worker), common_(common) {}

    /// Adds an edge, with all nodes below. Returns its name among the common ones and these.
    std::uint32_t add(Edge edge);
    const std::vector<Edge>& nodes() const { return nodes_; }
    const std::vector<std::uint32_t>& words() const { return words_; }

  private:
    DiagramWorker& worker_;
    const CommonNodes& common_;
    NodeNumbers numbers_;
    std::vector<Edge> nodes_;
    std::vector<std::uint32_t> words_;
};

/// The same in another locality: its nodes are held while this exists.
class UnpackedNodes {
  public:
    /// `known`: number of common nodes when they were packed. May collect; throws NoRoom, and Error at words that were
    /// not packed.
    UnpackedNodes(DiagramWorker& worker, std::span<const std::uint32_t> words,
                  const CommonNodes& common = CommonNodes::none(), std::size_t known = 0);
    UnpackedNodes(const UnpackedNodes&) = delete;
    UnpackedNodes& operator=(const UnpackedNodes&) = delete;
    ~UnpackedNodes() { nodes().clear(); }

    Edge edge(std::uint64_t name) const;
    std::vector<Edge>& nodes() const { return worker_.arriving(); }

  private:
    void make_next(const std::uint32_t* words);

    DiagramWorker& worker_;
    const CommonNodes& common_;
    const std::size_t known_;
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
    Bytes pack_result(unsigned worker, unsigned victim, const References& result) override;
    void unpack_result(unsigned worker, unsigned thief, Bytes data, const References& result) override;
    void note_failure(unsigned worker, unsigned thief) override;
    void hold(unsigned worker, const References& arguments) override;
    void release(unsigned worker, std::size_t arguments) override;

    // --- While all workers stand still

    /// What is held for the sake of tasks that travel.
    template <class See>
    void each_held(const See& see) const {
        const auto see_all = [&](const std::vector<Edge>& nodes) {
            for (const Edge node : nodes) see(node);
        };
        for (const Peers& each : peers_) {
            for (const auto& [victim, taken] : each.victims) {
                see_all(taken.common.all());
                for (const auto& [number, nodes] : taken.results) see_all(nodes);
            }
            if (each.starts != starts_now()) continue;
            for (const auto& [thief, given] : each.thieves) {
                see_all(given.common.all());
                for (const Result& result : given.results) see_all(result.nodes);
            }
        }
    }
    /// All have nothing in common any more with those of this locality, as their victims begin anew.
    void forget_victims();

  private:
    struct Result {
        std::uint32_t number;
        std::vector<Edge> nodes;
    };
    // What a worker has in common with a thief of its tasks.
    struct Thief {
        CommonNodes common;
        std::vector<Result> results;  // that have come and are not common yet
        unsigned tasks = 0;           // that it has
        bool begins_anew = true;      // with the next task, if it has none
    };
    // And with a victim.
    struct Victim {
        CommonNodes common;
        std::map<std::uint32_t, std::vector<Edge>> results;  // by number: likewise
        std::size_t nodes_of_results = 0;
        std::uint32_t numbered = 0;
    };
    struct Peers {
        std::map<unsigned, Thief> thieves;
        std::map<unsigned, Victim> victims;
        std::uint64_t starts = 0;  // number of times that the first locality had all begin anew
    };

    std::uint64_t starts_now() const;
    Thief& thief_of(unsigned worker, unsigned thief);
    static void add_results(Thief& thief, std::size_t most, std::vector<std::uint32_t>& words);
    static std::size_t take_results(Victim& victim, std::span<const std::uint32_t> words);

    DiagramLocality& home_;
    const std::size_t least_nodes_;
    std::vector<Peers> peers_;
};

}  // namespace scrump::detail

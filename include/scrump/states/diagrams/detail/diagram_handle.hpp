#pragma once
// What the handles of all kinds of diagrams have in common: an edge that is held as long as they live.

#include <scrump/states/diagrams/detail/edge.hpp>

#include <cstdint>

namespace scrump {

class Diagrams;

namespace detail {

struct DiagramParts;

/// What nodes mean that skip variables: in functions, that these do not matter; in families, that they are in no set.
enum class DiagramKind : std::uint8_t { function, family };

/// A diagram that keeps its nodes alive. It belongs to a Diagrams, which must outlive it. Only the task that has the
/// Diagrams uses it: the parallelism is inside the operations.
class DiagramHandle {
  public:
    /// Without a diagram: may only be assigned to.
    DiagramHandle() = default;
    /// Another handle of the same diagram.
    DiagramHandle(const DiagramHandle& other);
    /// Leaves `other` without a diagram.
    DiagramHandle(DiagramHandle&& other) noexcept;
    /// Releases the previous diagram.
    DiagramHandle& operator=(DiagramHandle other) noexcept;
    ~DiagramHandle();

    /// The Diagrams to which it belongs.
    Diagrams& diagrams() const { return *home_; }
    /// Number of nodes of the diagram, without constants.
    std::uint64_t nodes() const;
    /// A number that no other diagram of the same kind has while this one is held.
    std::uint64_t id() const { return edge().bits; }

  protected:
    DiagramHandle(Diagrams& home, Edge edge, DiagramKind kind = DiagramKind::function);
    Edge edge() const;

    Diagrams* home_ = nullptr;

  private:
    friend class scrump::Diagrams;
    friend struct DiagramParts;

    std::uint32_t slot_ = 0;
};

}  // namespace detail
}  // namespace scrump

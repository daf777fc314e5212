#pragma once
// The mesh: blocks, each a cube of cells with one layer of ghost cells around it that say what is beyond its faces.

#include <apps/amr/amr.hpp>
#include <apps/amr/tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace scrump::apps {

/// Cells that are worked on together. It travels to who steals it.
struct Block {
    Cube cube{};
    unsigned sweeps = 0;          ///< in each step
    std::size_t stride = 0;       ///< cells along each axis, ghost cells with them
    double share = 0;             ///< of the difference to a neighbour that a cell takes over in a sweep
    std::vector<double> cells{};  ///< last index fastest; ghost cells are the first and the last along each axis

    template <class Archive>
    void serialize(Archive& archive) {
        archive(cube, sweeps, stride, share, cells);
    }

    /// Has heat spread for one step, while what is beyond its faces stays as it is.
    void step();
};

/// All blocks, in Morton order, of which a part may be somebody's own: of the others' blocks it is known where they
/// are, and, as long as they are needed, copies of their cells are there.
class Mesh {
  public:
    /// Blocks by their numbers.
    struct Range {
        std::size_t first;
        std::size_t last;
    };
    /// Which of a number of blocks are this process's own.
    using Own = std::function<Range(std::size_t blocks)>;

    /// As fine as the sphere wants it at first, and hot within it. Throws UsageError for options that cannot be.
    explicit Mesh(
        const AmrOptions& options, Own own = [](std::size_t blocks) {
            return Range{0, blocks};
        });

    /// The blocks that a mesh for a sphere of that radius has: where its surface crosses blocks they are refined,
    /// elsewhere coarsened.
    std::vector<Cube> leaves(double radius) const;
    /// The numbers of the blocks that some of these cubes are made of, in ascending order.
    std::vector<std::size_t> sources(std::span<const Cube> cubes) const;
    /// Makes these the blocks. The sources of one's own have to be there.
    void adapt(const std::vector<Cube>& leaves);

    /// The numbers of the blocks beyond the faces of those in the range, in ascending order.
    std::vector<std::size_t> beside(Range blocks) const;
    /// Copies what is beyond a block's faces into its ghost cells. Reads no ghost cells, so it may be done for several
    /// blocks at a time. The blocks beside it have to be there.
    void fill_ghosts(std::size_t block);

    std::vector<Block>& blocks() { return blocks_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    /// Those that are one's own.
    Range own() const { return own_(blocks_.size()); }
    /// Gives the memory of copies of the others' cells back.
    void forget_others();

    /// What is to be told of a block; a step is what all of them have, one after another.
    struct Sums {
        double cells = 0;
        double heat = 0;
        double coldest = 0;
        double hottest = 0;
    };
    /// Of one's own.
    std::vector<Sums> sums() const;
    static AmrStep state(double radius, std::span<const Sums> blocks);
    /// With one's own blocks' heat, and 0 elsewhere.
    AmrPlane middle_plane() const;

  private:
    using Place = std::array<std::size_t, 3>;

    Block made(const Cube& cube) const;
    template <class Value>
    void fill(Block& block, const Value& value) const;

    const Block* find(const Cube& cube) const;
    double at(const Block& block, const Place& cell) const;
    double average(const Cube& cube, const Place& cell) const;
    double average_of_finer(const Cube& cube, const Place& cell) const;
    double beyond(const Cube& cube, const Block* same, const Block* coarser, const Place& cell) const;

    // The numbers of the blocks that a cube is, or is a part of, or consists of.
    void add_sources(const Cube& cube, std::vector<std::size_t>& numbers) const;
    void add_parts(const Cube& cube, std::vector<std::size_t>& numbers) const;

    const AmrOptions options_;
    const Own own_;
    const std::size_t side_;    // cells of a block along each axis
    const std::size_t stride_;  // with ghost cells
    std::vector<Block> blocks_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_;  // of blocks, by the codes of their cubes
};

}  // namespace scrump::apps

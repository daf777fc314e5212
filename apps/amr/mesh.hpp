#pragma once
// The mesh: blocks, each a cube of cells with one layer of ghost cells around it that say what is beyond its faces.

#include <apps/amr/amr.hpp>
#include <apps/amr/tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
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

/// All blocks, in Morton order.
class Mesh {
  public:
    /// As fine as the sphere wants it at first, and hot within it. Throws UsageError for options that cannot be.
    explicit Mesh(const AmrOptions& options);

    /// Where the surface of a sphere of that radius crosses blocks they are refined, elsewhere coarsened.
    void adapt(double radius);
    /// Copies what is beyond a block's faces into its ghost cells. Reads no ghost cells, so it may be done for several
    /// blocks at a time.
    void fill_ghosts(std::size_t block);

    std::vector<Block>& blocks() { return blocks_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    /// What is to be told of it.
    AmrStep state(double radius) const;
    AmrPlane middle_plane() const;

  private:
    using Place = std::array<std::size_t, 3>;

    std::vector<Cube> leaves(double radius) const;
    Block made(const Cube& cube) const;
    template <class Value>
    void fill(Block& block, const Value& value) const;

    const Block* find(const Cube& cube) const;
    double at(const Block& block, const Place& cell) const;
    double average(const Cube& cube, const Place& cell) const;
    double average_of_finer(const Cube& cube, const Place& cell) const;
    double beyond(const Cube& cube, const Block* same, const Block* coarser, const Place& cell) const;

    const AmrOptions options_;
    const std::size_t side_;    // cells of a block along each axis
    const std::size_t stride_;  // with ghost cells
    std::vector<Block> blocks_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_;  // of blocks, by the codes of their cubes
};

}  // namespace scrump::apps

#pragma once
// Static scheduling (section 2.2 of Shatri (2023); Li and others 1993): each worker knows its iterations from the
// beginning.

#include <scrump/loops/chunk_rule.hpp>

#include <algorithm>

namespace scrump::detail {

/// One block for each worker; their sizes differ by at most one.
class BlockRule final : public ChunkRule {
  public:
    explicit BlockRule(const LoopShape& shape) : iterations_(shape.iterations), workers_(shape.workers) {}

    Depends depends() const override { return Depends::assigned; }
    std::uint64_t size(const ChunkRequest& /*request*/) const override {
        return iterations_ / workers_ + (iterations_ % workers_ != 0 ? 1 : 0);
    }
    Range assigned(unsigned worker, std::uint64_t k) const override {
        return k == 0 ? Range{begin(worker), begin(worker + 1)} : Range{};
    }

  private:
    // The first blocks are the longer ones.
    std::uint64_t begin(std::uint64_t worker) const {
        return iterations_ / workers_ * worker + std::min(worker, iterations_ % workers_);
    }

    const std::uint64_t iterations_;
    const std::uint64_t workers_;
};

/// Blocks of the same size, dealt out in turn; cyclic with blocks of one iteration.
class BlockCyclicRule final : public ChunkRule {
  public:
    BlockCyclicRule(const LoopShape& shape, std::uint64_t size)
        : iterations_(shape.iterations), workers_(shape.workers), size_(size) {}

    Depends depends() const override { return Depends::assigned; }
    std::uint64_t size(const ChunkRequest& /*request*/) const override { return size_; }
    Range assigned(unsigned worker, std::uint64_t k) const override {
        const std::uint64_t blocks = iterations_ / size_ + (iterations_ % size_ != 0 ? 1 : 0);
        if (worker >= blocks || k > (blocks - 1 - worker) / workers_) return {};
        const std::uint64_t first = (k * workers_ + worker) * size_;
        return {first, first + std::min(size_, iterations_ - first)};
    }

  private:
    const std::uint64_t iterations_;
    const std::uint64_t workers_;
    const std::uint64_t size_;
};

}  // namespace scrump::detail

#pragma once
// The tables requested by LB4MPI_ITERATIONS_INFO=1: FOLDER/NAME.csv has a line for each rank and loop, and
// FOLDER/NAME-chunks.csv one for each chunk. All loops of a program that have the same name are in one table, numbered
// from 1.

#include "chunk_log.hpp"

#include <scrump/loops/result.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace scrump::detail {

class IterationsInfo {
  public:
    /// Makes the folder if it does not exist, so that a program learns before its computation if nothing can be written
    /// there. Throws UsageError that names the variable. Slashes of the loop's name become dashes.
    IterationsInfo(const std::string& folder, std::string loop);

    /// Adds a loop. Throws Error if it cannot be written.
    void add(const LoopStatistics& statistics, std::span<const ChunkRecord> chunks) const;

  private:
    std::filesystem::path ranks_;
    std::filesystem::path chunks_;
};

}  // namespace scrump::detail

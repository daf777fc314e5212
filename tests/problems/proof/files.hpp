#pragma once
// Files of a proof in a folder that goes with the test.

#include <scrump/base/file.hpp>

#include <filesystem>
#include <random>
#include <string>

namespace scrump::proof {

class ProofFolder {
  public:
    ProofFolder() {
        std::random_device random;
        folder_ = std::filesystem::temp_directory_path() / ("scrump-proof-" + std::to_string(random()));
        std::filesystem::create_directory(folder_);
    }
    ProofFolder(const ProofFolder&) = delete;
    ProofFolder& operator=(const ProofFolder&) = delete;
    ~ProofFolder() { std::filesystem::remove_all(folder_); }

    /// What `--proof` would be given.
    std::string name() const { return folder_ / "it"; }
    std::string problem() const { return read_file(name() + ".opb"); }
    std::string proof() const { return read_file(name() + ".pbp"); }

    std::size_t files() const {
        const std::filesystem::directory_iterator all(folder_);
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }

  private:
    std::filesystem::path folder_;
};

}  // namespace scrump::proof

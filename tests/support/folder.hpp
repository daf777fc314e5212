#pragma once
// A folder for one test's files.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace scrump::test {

/// Empty at first; gone with all that is in it when the object goes.
class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "scrump-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        path_ = name;
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

}  // namespace scrump::test

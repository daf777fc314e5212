#pragma once
// Files of a run for data that do not fit into memory, in a fresh folder. A file loses its name as soon as it is open,
// so nothing but an empty folder is left even if the process is killed.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace scrump::detail {

/// What the files of a folder cost, in bytes.
struct ScratchBytes {
    std::uint64_t read = 0;     ///< that were read
    std::uint64_t written = 0;  ///< that were written
    std::uint64_t largest = 0;  ///< the largest size of all files together
};

/// A folder that lasts as long as the object, which must outlive its files.
class ScratchFolder {
  public:
    /// Makes a fresh folder below this one. Throws Error "PARENT: no folder can be made there: reason".
    explicit ScratchFolder(const std::string& parent);
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    const std::string& path() const { return path_; }
    ScratchBytes bytes() const;

  private:
    friend class ScratchFile;

    void grow(std::uint64_t bytes);

    std::string path_;
    std::atomic<std::uint64_t> read_ = 0;
    std::atomic<std::uint64_t> written_ = 0;
    std::atomic<std::uint64_t> size_ = 0;
    std::atomic<std::uint64_t> largest_ = 0;
};

/// A file of words, which one thread writes; any number of threads read what was written before.
class ScratchFile {
  public:
    using Word = std::uint64_t;

    /// Makes a file; its name is for messages. Throws Error "FOLDER/NAME: cannot be written: reason".
    ScratchFile(ScratchFolder& folder, const std::string& name);
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    ~ScratchFile();

    /// Number of words.
    std::uint64_t size() const { return size_; }
    /// Throws Error as the constructor does: if the disk is full, say.
    void append(std::span<const Word> words);
    /// The words from this one on. Throws Error if they cannot be read.
    void read(std::uint64_t from, std::span<Word> words) const;
    /// Removes all words.
    void clear();

  private:
    [[noreturn]] void fail(const char* what, int error) const;

    ScratchFolder& folder_;
    const std::string path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace scrump::detail

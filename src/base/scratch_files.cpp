#include <scrump/base/detail/scratch_files.hpp>

#include <scrump/base/error.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace scrump::detail {

// --- The folder

ScratchFolder::ScratchFolder(const std::string& parent) : path_(parent + "/scrump-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr)
        throw Error(parent + ": no folder can be made there: " + std::generic_category().message(errno));
}

ScratchFolder::~ScratchFolder() {
    ::rmdir(path_.c_str());
}

ScratchBytes ScratchFolder::bytes() const {
    return {.read = read_.load(std::memory_order_relaxed),
            .written = written_.load(std::memory_order_relaxed),
            .largest = largest_.load(std::memory_order_relaxed)};
}

void ScratchFolder::grow(std::uint64_t bytes) {
    written_.fetch_add(bytes, std::memory_order_relaxed);
    const std::uint64_t size = size_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    std::uint64_t largest = largest_.load(std::memory_order_relaxed);
    while (largest < size && !largest_.compare_exchange_weak(largest, size, std::memory_order_relaxed)) continue;
}

// --- A file

ScratchFile::ScratchFile(ScratchFolder& folder, const std::string& name)
    : folder_(folder),
      path_(folder.path() + '/' + name),
      descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) {
    if (descriptor_ < 0) fail("cannot be written", errno);
    ::unlink(path_.c_str());
}

ScratchFile::~ScratchFile() {
    ::close(descriptor_);
    folder_.size_.fetch_sub(size_ * sizeof(Word), std::memory_order_relaxed);
}

void ScratchFile::append(std::span<const Word> words) {
    const char* from = reinterpret_cast<const char*>(words.data());
    std::size_t left = words.size_bytes();
    std::uint64_t at = size_ * sizeof(Word);
    while (left > 0) {
        const ssize_t put = ::pwrite(descriptor_, from, left, static_cast<off_t>(at));
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) fail("cannot be written", errno);
        from += put;
        at += static_cast<std::uint64_t>(put);
        left -= static_cast<std::size_t>(put);
    }
    size_ += words.size();
    folder_.grow(words.size_bytes());
}

void ScratchFile::read(std::uint64_t from, std::span<Word> words) const {
    char* to = reinterpret_cast<char*>(words.data());
    std::size_t left = words.size_bytes();
    std::uint64_t at = from * sizeof(Word);
    while (left > 0) {
        const ssize_t got = ::pread(descriptor_, to, left, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail("cannot be read", got < 0 ? errno : EIO);
        to += got;
        at += static_cast<std::uint64_t>(got);
        left -= static_cast<std::size_t>(got);
    }
    folder_.read_.fetch_add(words.size_bytes(), std::memory_order_relaxed);
}

void ScratchFile::clear() {
    if (::ftruncate(descriptor_, 0) != 0) fail("cannot be emptied", errno);
    folder_.size_.fetch_sub(size_ * sizeof(Word), std::memory_order_relaxed);
    size_ = 0;
}

void ScratchFile::fail(const char* what, int error) const {
    throw Error(path_ + ": " + what + ": " + std::generic_category().message(error));
}

}  // namespace scrump::detail

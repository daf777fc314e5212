#include <scrump/problems/proof/ext/tree_log.hpp>

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace scrump::proof {
namespace {

constexpr std::size_t buffered_words = std::size_t{1} << 14U;

Address first_address(unsigned process, std::size_t writer) {
    return ((std::uint64_t{process} << detail::writer_bits) + writer + 1) << detail::offset_bits;
}

std::string path_of(const std::string& stem, unsigned process, std::size_t writer) {
    return stem + ".log" + std::to_string(process) + "-" + std::to_string(writer);
}

/// Says how many writers a process had: made once all are done.
std::string end_of(const std::string& stem, unsigned process) {
    return stem + ".log" + std::to_string(process);
}

[[noreturn]] void cannot(const char* what, const std::string& path) {
    throw Error(path + ": cannot be " + what + ": " + std::generic_category().message(errno));
}

void write_all(int file, const void* data, std::size_t bytes, const std::string& path) {
    const char* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t put = ::write(file, at, bytes);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) cannot("written", path);
        at += put;
        bytes -= static_cast<std::size_t>(put);
    }
}

int make_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) cannot("written", path);
    return file;
}

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// The writer that a thread used last, under its log's serial number.
struct LastUsed {
    std::uint64_t serial = 0;
    LogWriter* writer = nullptr;
};

LastUsed& last_used() {
    thread_local LastUsed last;
    return last;
}

}  // namespace

LogWriter::LogWriter(std::string path, Address first) : path_(std::move(path)), file_(make_file(path_)), next_(first) {
    buffer_.reserve(buffered_words);
}

LogWriter::~LogWriter() {
    ::close(file_);
    ::unlink(path_.c_str());
}

Address LogWriter::add(Address parent, std::uint32_t rank, std::span<const std::uint16_t> payload) {
    const std::size_t words = (payload.size() + 3) / 4;
    if (buffer_.size() + detail::header_words + words > buffered_words) flush();
    const std::size_t at = buffer_.size();
    buffer_.resize(at + detail::header_words + words);
    buffer_[at] = parent;
    buffer_[at + 3] = rank | std::uint64_t{words} << 32U;
    if (!payload.empty()) std::memcpy(&buffer_[at + detail::header_words], payload.data(), payload.size_bytes());
    return std::exchange(next_, next_ + detail::header_words + words);
}

void LogWriter::flush() {
    write_all(file_, buffer_.data(), buffer_.size() * sizeof(std::uint64_t), path_);
    buffer_.clear();
}

TreeLog::TreeLog(std::string stem, unsigned process)
    : stem_(std::move(stem)), process_(process), serial_(next_serial()) {
    ::unlink(end_of(stem_, process_).c_str());  // of a run that was killed
}

TreeLog::~TreeLog() {
    ::unlink(end_of(stem_, process_).c_str());
}

LogWriter& TreeLog::writer() {
    const LastUsed& last = last_used();
    return last.serial == serial_ ? *last.writer : make_writer();
}

LogWriter& TreeLog::make_writer() {
    const std::scoped_lock lock(mutex_);
    if (writers_.size() >> detail::writer_bits != 0) throw Error("too many workers for a proof");
    const std::size_t number = writers_.size();
    writers_.push_back(std::make_unique<LogWriter>(path_of(stem_, process_, number), first_address(process_, number)));
    last_used() = {serial_, writers_.back().get()};
    return *writers_.back();
}

void TreeLog::close() {
    for (const auto& writer : writers_) writer->flush();
    const std::string path = end_of(stem_, process_);
    const int file = make_file(path);
    const std::uint64_t writers = writers_.size();
    write_all(file, &writers, sizeof writers, path);
    ::close(file);
}

LoggedTree::LoggedTree(const std::string& stem, unsigned processes) : by_process_(processes) {
    for (unsigned process = 0; process < processes; ++process) {
        const std::string path = end_of(stem, process);
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        std::uint64_t writers = 0;
        const bool is_there = file >= 0 && ::read(file, &writers, sizeof writers) == sizeof writers;
        if (file >= 0) ::close(file);
        if (!is_there) {
            throw Error(path + ": not to be seen from the first process; expected a folder that all processes share");
        }
        for (std::size_t writer = 0; writer < writers; ++writer) {
            by_process_[process].push_back(mappings_.size());
            map(path_of(stem, process, writer), first_address(process, writer));
        }
    }
    for (const Mapping& mapping : mappings_) link(mapping);
}

LoggedTree::~LoggedTree() {
    for (const Mapping& mapping : mappings_)
        if (mapping.words != nullptr) ::munmap(mapping.words, mapping.size * sizeof(std::uint64_t));
}

void LoggedTree::map(const std::string& path, Address first) {
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) cannot("read", path);
    struct stat status = {};
    void* memory = nullptr;
    const bool known = ::fstat(file, &status) == 0;
    const auto bytes = static_cast<std::size_t>(status.st_size);
    if (known && bytes > 0) memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (!known || memory == MAP_FAILED) cannot("read", path);
    mappings_.push_back({static_cast<std::uint64_t*>(memory), bytes / sizeof(std::uint64_t), first});
}

std::uint64_t* LoggedTree::header(Address address) const {
    const std::uint64_t number = (address >> detail::offset_bits) - 1;
    const std::size_t process = number >> detail::writer_bits;
    const std::size_t writer = number & ((std::uint64_t{1} << detail::writer_bits) - 1);
    const std::size_t offset = address & ((std::uint64_t{1} << detail::offset_bits) - 1);
    if (process >= by_process_.size() || writer >= by_process_[process].size()) {
        throw std::logic_error("the log of a search names a worker that does not exist; this is a defect of Scrump");
    }
    return mappings_[by_process_[process][writer]].words + offset;
}

// Ranks mostly come in rising order, as one worker logs most children of a node: then each goes to the front.
void LoggedTree::link(const Mapping& mapping) {
    std::uint64_t* const words = mapping.words;
    for (std::size_t at = 0; at < mapping.size; at += detail::header_words + (words[at + 3] >> 32U)) {
        ++records_;
        const Address self = mapping.first + at;
        if (words[at] == 0) {
            root_ = self;
            continue;
        }
        const auto rank = static_cast<std::uint32_t>(words[at + 3]);
        std::uint64_t* place = header(words[at]) + 2;
        while (*place != 0 && static_cast<std::uint32_t>(header(*place)[3]) > rank) place = header(*place) + 1;
        // A node that was expanded twice has the same below it both times.
        if (*place != 0 && static_cast<std::uint32_t>(header(*place)[3]) == rank) continue;
        words[at + 1] = *place;
        *place = self;
    }
}

Address LoggedTree::root() const {
    if (root_ == 0) throw std::logic_error("the log of a search has no root; this is a defect of Scrump");
    return root_;
}

LoggedNode LoggedTree::operator[](Address address) const {
    const std::uint64_t* const words = header(address);
    // Numbers of 16 bits were put into the words by memcpy().
    const auto* const payload = reinterpret_cast<const std::uint16_t*>(words + detail::header_words);
    return {.rank = static_cast<std::uint32_t>(words[3]),
            .payload = {payload, 4 * (words[3] >> 32U)},
            .first_child = words[2],
            .next_sibling = words[1]};
}

std::uint64_t LoggedTree::bytes() const {
    std::uint64_t words = 0;
    for (const Mapping& mapping : mappings_) words += mapping.size;
    return words * sizeof(std::uint64_t);
}

void close_together(TreeLog& log, Session* session) {
    log.close();
    if (session == nullptr || session->size() == 1) return;
    run_on_all_workers({.workers = 1, .session = session, .pin = false}, {}, [](SpmdWorker&) {});
}

}  // namespace scrump::proof

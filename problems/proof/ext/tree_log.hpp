#pragma once
// The log of a parallel search's tree, from which a proof can be assembled once the search is over.
//
// The worker that expands a node logs it, with the address of its parent's record, which travels with the node. Each
// worker writes a file of its own beside the proof, without locks, in the order in which it gets to nodes. When the
// search is over, the first process maps all files and links each record to its parent's: LoggedTree. Neither keeps the
// tree in memory: a record takes some 32 bytes and its payload, on disk.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace scrump {
class Session;
}

namespace scrump::proof {

/// The place of a record: its writer's number plus one, and the word of the writer's file. 0: none, as for the root's
/// parent.
using Address = std::uint64_t;

namespace detail {

inline constexpr unsigned offset_bits = 40;     ///< 8 TiB for each writer
inline constexpr unsigned writer_bits = 12;     ///< number of writers in a process
inline constexpr std::size_t header_words = 4;  ///< parent, next sibling, first child, rank and words of the payload

}  // namespace detail

/// Writes the records of one thread.
class LogWriter {
  public:
    /// Makes the file `path`. Throws Error if it cannot be made.
    LogWriter(std::string path, Address first);
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;
    ~LogWriter();

    /// Logs a node. Siblings have different ranks, and come in a proof by decreasing rank. Throws Error if the disk is
    /// full.
    Address add(Address parent, std::uint32_t rank, std::span<const std::uint16_t> payload);

    void flush();

  private:
    std::string path_;
    int file_;
    Address next_;
    std::vector<std::uint64_t> buffer_;
};

/// The logs of this process's workers.
class TreeLog {
  public:
    /// The files' names begin with `stem`. They are deleted with the log, or with the LoggedTree that read them.
    TreeLog(std::string stem, unsigned process);
    TreeLog(const TreeLog&) = delete;
    TreeLog& operator=(const TreeLog&) = delete;
    ~TreeLog();

    /// The writer of the calling thread.
    LogWriter& writer();

    /// Writes everything that was logged to the files; nothing may be logged afterwards.
    void close();

    const std::string& stem() const { return stem_; }

  private:
    LogWriter& make_writer();

    std::string stem_;
    unsigned process_;
    std::uint64_t serial_;  ///< unique among all logs of this process
    std::mutex mutex_;
    std::vector<std::unique_ptr<LogWriter>> writers_;
};

/// The node of a record.
struct LoggedNode {
    std::uint32_t rank = 0;
    std::span<const std::uint16_t> payload{};  ///< with up to three zeros appended
    Address first_child = 0;                   ///< child of the highest rank
    Address next_sibling = 0;                  ///< sibling of the next lower rank
};

/// The whole tree, linked, as it lies in the files of all processes of a search.
class LoggedTree {
  public:
    /// Reads the logs of all `processes`, which must be closed. Throws Error if files of another process are not
    /// visible here. The time is linear, except if the children of one node were logged by many workers.
    LoggedTree(const std::string& stem, unsigned processes);
    LoggedTree(const LoggedTree&) = delete;
    LoggedTree& operator=(const LoggedTree&) = delete;
    ~LoggedTree();

    /// Address of the root's record. Throws std::logic_error if there is none.
    Address root() const;
    LoggedNode operator[](Address address) const;

    std::uint64_t records() const { return records_; }
    std::uint64_t bytes() const;

  private:
    struct Mapping {
        std::uint64_t* words;
        std::size_t size;
        Address first;
    };

    void map(const std::string& path, Address first);
    std::uint64_t* header(Address address) const;
    void link(const Mapping& mapping);

    std::vector<Mapping> mappings_;                     // one for each file
    std::vector<std::vector<std::size_t>> by_process_;  // indices into them
    std::vector<std::string> paths_;
    Address root_ = 0;
    std::uint64_t records_ = 0;
};

/// Collective: closes the log, and waits until all processes of the session, if any, have done so.
void close_together(TreeLog& log, Session* session);

}  // namespace scrump::proof

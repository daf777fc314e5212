#pragma once
// What a parallel search tells of its tree while it runs, so that a proof can be put together of it once it is over.
//
// Whoever expands a node logs it, with the address of its parent's record, which travels with the node. Each worker
// writes a file of its own beside the proof, without locks, in whatever order it comes to nodes. When the search is
// over, the first process maps all files and links each record to its parent's: LoggedTree. Neither keeps the tree in
// memory: a record takes some 32 bytes and its payload, on disk.

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

/// Where a record is: its writer's number plus one, and the word of the writer's file. 0: nowhere; the root's parent.
using Address = std::uint64_t;

namespace detail {

inline constexpr unsigned offset_bits = 40;     ///< 8 TiB for each writer
inline constexpr unsigned writer_bits = 12;     ///< of one process
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

    /// Logs a node. Siblings have different ranks, and come in a proof by falling rank. Throws Error if the disk is
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
    /// The files' names begin with `stem`. They are gone with the log, or with the LoggedTree that read them.
    TreeLog(std::string stem, unsigned process);
    TreeLog(const TreeLog&) = delete;
    TreeLog& operator=(const TreeLog&) = delete;
    ~TreeLog();

    /// The calling thread's.
    LogWriter& writer();

    /// All that was logged is in the files from now on; nobody logs any more.
    void close();

    const std::string& stem() const { return stem_; }

  private:
    LogWriter& make_writer();

    std::string stem_;
    unsigned process_;
    std::uint64_t serial_;  ///< of all logs of this process
    std::mutex mutex_;
    std::vector<std::unique_ptr<LogWriter>> writers_;
};

/// The node that a record tells of.
struct LoggedNode {
    std::uint32_t rank = 0;
    std::span<const std::uint16_t> payload{};  ///< with up to three zeros behind what was given
    Address first_child = 0;                   ///< that of the highest rank
    Address next_sibling = 0;                  ///< that of the next lower rank
};

/// The whole tree, linked, as it lies in the files of all processes of a search.
class LoggedTree {
  public:
    /// Reads what all `processes` logged, which have to be closed. Throws Error where files of another process are not
    /// to be seen from here. Time is linear but where the children of one node were logged by many workers.
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

    std::vector<Mapping> mappings_;                     // of each file
    std::vector<std::vector<std::size_t>> by_process_;  // indices into them
    std::vector<std::string> paths_;
    Address root_ = 0;
    std::uint64_t records_ = 0;
};

/// Collective: closes the log, and waits until all processes of the session, if any, have done so.
void close_together(TreeLog& log, Session* session);

}  // namespace scrump::proof

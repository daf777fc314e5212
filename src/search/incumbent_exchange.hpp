#pragma once
// The exchange of incumbents with other runs of the same search, through a file that all of them read and replace.
//
// A run takes over what is better there, and writes what it has better itself. Of two that write at once, the better
// solution may be lost: the run that has it finds this out at its next look, and writes it again.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/detail/search_locality.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace scrump::detail {

/// For the process that leads a run, and the thread that serves it there. The file is read and written by a thread of
/// its own.
class IncumbentExchange {
  public:
    /// `signature` identifies what must be the same in all runs, besides the problem; `events` is notified when the
    /// file was read or written.
    IncumbentExchange(const SearchOptions& options, const std::string& signature, EventCount& events);

    /// Takes over the solution in the file, before the workers start. Throws Error if it is not a file of this search,
    /// or cannot be replaced.
    void begin(SearchLocality& home);
    /// Handles what was read or written, and reads again when it is time.
    void poll(SearchLocality& home, Clock::time_point now);
    /// When to read again.
    std::optional<Clock::time_point> deadline() const { return busy() ? std::nullopt : std::optional(next_); }
    /// After the end of the search: writes its solution if it is better than that in the file. Returns whether nothing
    /// is left to be written.
    bool conclude(SearchLocality& home);

    const ExchangeStatistics& statistics() const { return statistics_; }

  private:
    // The file was read, or written; the encoded answer in it, if it exists.
    struct Done {
        bool wrote = false;
        bool failed = false;
        std::optional<Bytes> answer{};
    };

    std::optional<Bytes> read() const;
    void write(const Bytes& answer) const;
    bool busy() const { return helper_.joinable(); }
    void begin(std::function<Done()> work);
    void begin_reading();
    void begin_writing(Bytes answer);
    std::optional<Done> take_done();
    bool has_read();
    int compare(SearchLocality& home);
    void adopt(SearchLocality& home);

    const std::string path_;
    const std::string problem_;
    const std::string signature_;
    EventCount& events_;
    std::optional<Bytes> in_file_;  // the answer, as far as it is known
    Clock::time_point next_{};
    bool concluded_ = false;
    ExchangeStatistics statistics_;

    std::mutex mutex_;
    std::optional<Done> done_;  // set by the helper when it has ended
    Thread helper_;
};

}  // namespace scrump::detail

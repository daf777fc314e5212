#pragma once
// The logs of all workers up to the end of a level as one, for a file: first the expanded states, worker by worker,
// then those of that level, likewise. So a reader has the waiting states at the end of one log, of which all others
// then take their part.

#include "meeting.hpp"
#include "state_file.hpp"
#include "state_log.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::detail {

class SavedLogs {
  public:
    /// For the logs of all localities and workers, none of which writes meanwhile; up to the end of these lists.
    SavedLogs(StateLogs& logs, Meeting& meeting, Meeting::Lists lists, unsigned localities, unsigned workers);

    /// Writes all states. Returns false if the run ends before they are there.
    bool write(StateFileWriter& to);

  private:
    // A worker's log: its entries from `waiting` on wait.
    struct Log {
        EntryNumber first;
        std::uint64_t waiting;
        std::uint64_t size;
        std::uint64_t expanded_before;  // in logs before it
        std::uint64_t waiting_before;
    };

    bool write(const Log& log, std::uint64_t from, std::uint64_t to, StateFileWriter& file);
    std::uint64_t number_of(EntryNumber entry) const;

    StateLogs& logs_;
    const unsigned workers_;
    std::vector<Log> all_;
    std::uint64_t expanded_ = 0;
    bool known_ = true;
};

}  // namespace scrump::detail

#include <scrump/search/detail/checkpointer.hpp>

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

namespace scrump::detail {
namespace {

// A failed write is tried again after this time, if not sooner.
constexpr std::chrono::seconds retry_after{30};

// Number of attempts to write the last one, with pauses.
constexpr int most_last_attempts = 3;
constexpr std::chrono::seconds between_attempts{1};

// An existing file may be a user's only copy: a checkpoint of days, or a graph whose name was given by mistake.
void check_place(const Checkpoints& wanted) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(wanted.file, ignored)) &&
        !(wanted.resumes() && fs::equivalent(wanted.file, wanted.resume, ignored))) {
        throw Error(wanted.file + ": exists already; resume it, or remove it first");
    }
    // What a killed run was writing may be replaced; but a file of somebody else may have that name as well.
    const std::string draft = wanted.file + ".new";
    if (fs::is_regular_file(draft, ignored) && !may_be_checkpoint(read_file(draft))) {
        throw Error(draft + ": is in the way of checkpoints; remove it first");
    }
    check_replaceable(wanted.file);
}

}  // namespace

void Checkpointer::check(const Checkpoints& wanted, bool possible) {
    if (!wanted.wanted() && !wanted.resumes()) return;
    if (!possible) {
        throw UsageError(
            "this search cannot have checkpoints: make its nodes and values trivially copyable or give them a "
            "serialize(archive) member, and its generator copyable");
    }
    if (wanted.file == "-") throw UsageError("a checkpoint cannot be written to the standard output: name a file");
    if (wanted.problem.empty()) {
        throw UsageError("checkpoints need to know what is searched: say so in Checkpoints::problem");
    }
    if (wanted.every <= std::chrono::nanoseconds::zero()) {
        throw UsageError("the time between two checkpoints must be more than nothing");
    }
}

Checkpointer::Checkpointer(const Checkpoints& wanted, std::string signature, EventCount& events)
    : wanted_(wanted), signature_(digest(signature)), events_(events) {
    if (wanted_.wanted()) check_place(wanted_);
}

void Checkpointer::resume(const std::function<void(Bytes)>& take) {
    CheckpointFile file = unpack(read_file(wanted_.resume), wanted_.resume);
    if (file.problem != wanted_.problem) {
        throw Error(wanted_.resume + ": belongs to another problem: to '" + file.problem + "', not to '" +
                    wanted_.problem + "'");
    }
    if (file.signature != signature_) {
        throw Error(wanted_.resume + ": belongs to another search of '" + file.problem +
                    "': with another root, target, depth limit, or other types");
    }
    earlier_ = {.runs = file.runs, .counters = file.counters, .seconds = file.seconds};
    try {
        for (Bytes& part : file.parts) take(std::move(part));
    } catch (const Error& error) {
        throw Error(
            wanted_.resume + ": " + error.what() +
            "; a program of another version may have numbered its nodes in another way: resume the file with the "
            "program that wrote it, or search from the beginning");
    }
}

void Checkpointer::begin(Clock::time_point now) {
    if (wanted_.wanted()) next_ = moment_after(now, wanted_.every);
}

void Checkpointer::write(std::vector<LocalSnapshot> snapshots, double seconds, bool last) {
    CheckpointFile file{.problem = wanted_.problem,
                        .signature = signature_,
                        .counters = earlier_.counters,
                        .seconds = earlier_.seconds + seconds,
                        .runs = earlier_.runs + 1,
                        .parts = {}};
    CheckpointReport report{.last = last};
    for (LocalSnapshot& snapshot : snapshots) {
        file.counters += snapshot.counters;
        report.pause = std::max(report.pause, snapshot.pause);
        file.parts.push_back(std::move(snapshot.state));
    }
    begin(Clock::now());
    try {
        writer_ = Thread([this, report, file = std::move(file)] {
            CheckpointReport written = write_file(file, report);
            const std::lock_guard lock(mutex_);
            report_ = std::move(written);
            events_.notify_all();
        });
    } catch (const std::system_error& error) {
        report.error = wanted_.file + ": cannot be written: " + error.what();
        note(report);
    }
}

// Nobody will try again after the last one; so what stands in its way is given some time to go.
CheckpointReport Checkpointer::write_file(const CheckpointFile& file, CheckpointReport report) const {
    const Clock::time_point began = Clock::now();
    for (int left = report.last ? most_last_attempts : 1; left > 0; --left) {
        try {
            const Bytes bytes = pack(file);
            replace_file(wanted_.file, bytes);
            report.bytes = bytes.size();
            report.error.clear();
            break;
        } catch (const std::exception& error) {
            report.error = error.what();
        }
        if (left > 1) Platform::current().sleep_for(between_attempts);
    }
    report.writing = Clock::now() - began;
    return report;
}

void Checkpointer::poll(Clock::time_point now) {
    if (!writing()) return;
    {
        const std::lock_guard lock(mutex_);
        if (!report_) return;
    }
    writer_.join();
    const CheckpointReport report = *std::exchange(report_, std::nullopt);
    if (!report.error.empty() && next_) next_ = std::min(*next_, now + retry_after);
    note(report);
}

void Checkpointer::note(const CheckpointReport& report) {
    ended_ = report.last;
    statistics_.last_failed = report.last && !report.error.empty();
    statistics_.longest_pause = std::max(statistics_.longest_pause, report.pause);
    statistics_.writing += report.writing;
    if (report.error.empty()) {
        ++statistics_.written;
        statistics_.bytes = std::max(statistics_.bytes, report.bytes);
    } else {
        ++statistics_.failed;
    }
    if (wanted_.told) wanted_.told(report);
}

}  // namespace scrump::detail

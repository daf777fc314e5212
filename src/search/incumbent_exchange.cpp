#include "incumbent_exchange.hpp"

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <chrono>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

namespace scrump::detail {
namespace {

// Between two looks at the file.
constexpr std::chrono::seconds interval{1};

}  // namespace

// The file has the form of a checkpoint, but must not be resumed as one: not everything is searched.
IncumbentExchange::IncumbentExchange(const SearchOptions& options, const std::string& signature, EventCount& events)
    : path_(options.incumbents),
      problem_("incumbents of " + options.checkpoints.problem),
      signature_(digest(signature)),
      events_(events) {}

std::optional<Bytes> IncumbentExchange::read() const {
    if (!std::filesystem::exists(path_)) return std::nullopt;
    CheckpointFile file = unpack(read_file(path_), path_);
    if (file.problem != problem_)
        throw Error(path_ + ": has no " + problem_ + ": it belongs to '" + file.problem + "'");
    if (file.signature != signature_ || file.parts.size() != 1)
        throw Error(path_ +
                    ": has incumbents of another search: with another root, target, depth limit, or other types");
    return std::move(file.parts.front());
}

void IncumbentExchange::write(const Bytes& answer) const {
    const CheckpointFile file{
        .problem = problem_, .signature = signature_, .counters = {}, .seconds = 0, .runs = 1, .parts = {answer}};
    replace_file(path_, pack(file), Writers::many);
}

void IncumbentExchange::begin(SearchLocality& home) {
    check_replaceable(path_, Writers::many);
    in_file_ = read();
    try {
        if (home.compare(in_file_) < 0) adopt(home);
    } catch (const Error& error) {
        throw Error(path_ + ": " + error.what());
    }
    next_ = Clock::now() + interval;
}

void IncumbentExchange::poll(SearchLocality& home, Clock::time_point now) {
    if (has_read()) {
        if (const int order = compare(home); order < 0) {
            adopt(home);
            home.end_if_answered();
        } else if (order > 0) {
            begin_writing(home.answer());
        }
    }
    if (busy()) {
        next_ = now + interval;
    } else if (now >= next_) {
        begin_reading();
    }
}

// The file is read once more before it is written. What is better there comes too late.
bool IncumbentExchange::conclude(SearchLocality& home) {
    if (has_read() && concluded_ && compare(home) > 0) begin_writing(home.answer());
    if (busy()) return false;
    if (std::exchange(concluded_, true)) return true;
    begin_reading();
    return !busy();
}

int IncumbentExchange::compare(SearchLocality& home) {
    try {
        return home.compare(in_file_);
    } catch (const Error&) {
        ++statistics_.failed;
        return 0;
    }
}

void IncumbentExchange::adopt(SearchLocality& home) {
    home.adopt(*in_file_);
    ++statistics_.taken;
}

// Handles the end of reading or writing; whether the file was read.
bool IncumbentExchange::has_read() {
    std::optional<Done> done = take_done();
    if (!done) return false;
    if (done->failed) {
        ++statistics_.failed;
        return false;
    }
    in_file_ = std::move(done->answer);
    if (done->wrote) ++statistics_.told;
    return !done->wrote;
}

void IncumbentExchange::begin_reading() {
    begin([this] { return Done{.answer = read()}; });
}

void IncumbentExchange::begin_writing(Bytes answer) {
    begin([this, answer = std::move(answer)] {
        write(answer);
        return Done{.wrote = true, .answer = answer};
    });
}

void IncumbentExchange::begin(std::function<Done()> work) {
    try {
        helper_ = Thread([this, work = std::move(work)] {
            Done done{.failed = true};
            try {
                done = work();
            } catch (const std::exception&) {  // it is counted, and tried again
            }
            const std::lock_guard lock(mutex_);
            done_ = std::move(done);
            events_.notify_all();
        });
    } catch (const std::system_error&) {
        ++statistics_.failed;
    }
}

std::optional<IncumbentExchange::Done> IncumbentExchange::take_done() {
    if (!busy()) return std::nullopt;
    {
        const std::lock_guard lock(mutex_);
        if (!done_) return std::nullopt;
    }
    helper_.join();
    return std::exchange(done_, std::nullopt);
}

}  // namespace scrump::detail

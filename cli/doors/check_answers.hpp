#pragma once
// What scrump check prints of answers, each as soon as it is known.

#include "run/live_run.hpp"

#include <scrump/problems/petri/check.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {

/// How answers are printed.
struct AnswerForm {
    bool none = false;           ///< not at all: they stand in one object at the end
    bool quiet = false;          ///< ids and answers alone
    bool contest = false;        ///< in the words of the contest
    bool with_formulas = false;  ///< with what was asked
};

/// An answer as it is printed.
struct ShownAnswer {
    std::string id{};
    std::string formula{};  ///< what was asked
    std::string answer{};   ///< "true", "false", a number or "unknown"
    std::string how{};      ///< how it was found, or why it is unknown
    std::string contest{};  ///< its line in the words of the contest
    const char* at_once = "in the initial state";
    std::optional<std::vector<std::string>> path{};  ///< steps that show it
    std::vector<std::string> cycle{};
};
/// The answer to a property of a net.
ShownAnswer shown_answer(const petri::Verdict& verdict, const petri::Property& property, const petri::Net& net);

/// Prints answers while others are looked for, whichever thread has found them.
class LiveAnswers {
  public:
    /// `form` and `live` must outlive it.
    LiveAnswers(const std::vector<std::string>& ids, const AnswerForm& form, LiveRun& live);

    /// A run with this token and progress is stopped if printing fails, and its progress does not disturb answers.
    template <class Progress>
    void connect(std::stop_token& stop, std::function<void(const Progress&)>& progress) {
        if (progress) {
            progress = [this, show = std::move(progress)](const Progress& now) {
                const std::scoped_lock lock(mutex_);
                show(now);
            };
        }
        stopped_.emplace(stop, [this] { stop_.request_stop(); });
        stop = stop_.get_token();
    }
    /// Prints an answer, unless it was printed before.
    void tell(const ShownAnswer& answer);
    /// Prints the answers, and for people the paths, that were not printed yet. Throws what made printing fail.
    void finish(const std::vector<ShownAnswer>& answers);

  private:
    void print(const ShownAnswer& answer) const;

    const AnswerForm& form_;
    LiveRun& live_;
    std::size_t width_ = 0;  // of ids
    std::mutex mutex_;       // of all below, and of the live line
    std::set<std::string> printed_;
    std::set<std::string> without_path_;  // those that were printed before a path was known
    std::exception_ptr failure_;
    std::stop_source stop_;
    std::optional<std::stop_callback<std::function<void()>>> stopped_;
};

/// "12 true, 3 false, 1 unknown".
std::string summary_of(const std::vector<ShownAnswer>& answers);

}  // namespace scrump::cli

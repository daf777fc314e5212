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
#include <vector>

namespace scrump::cli {

/// How answers are printed.
struct AnswerForm {
    bool none = false;           ///< not at all: they stand in one object at the end
    bool quiet = false;          ///< ids and answers alone
    bool contest = false;        ///< in the words of the contest
    bool with_formulas = false;  ///< with what was asked
};

/// Prints answers while others are looked for, whichever thread has found them.
class LiveAnswers {
  public:
    /// All of these must outlive it.
    LiveAnswers(const petri::Net& net, const std::vector<petri::Property>& properties, const AnswerForm& form,
                LiveRun& live);

    /// Has answers of a run with these options printed. If printing fails, the run is stopped.
    void connect(petri::CheckOptions& options);
    /// Prints the answers, and for people the paths, that were not printed yet. Throws what made printing fail.
    void finish(const std::vector<petri::Verdict>& verdicts);

  private:
    void tell(const petri::Verdict& verdict);
    void print(const petri::Verdict& verdict);
    void print_for_people(const petri::Verdict& verdict, const petri::Property& property) const;
    void print_path(const petri::Verdict& verdict) const;

    const petri::Net& net_;
    const std::vector<petri::Property>& properties_;
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
std::string summary_of(const std::vector<petri::Verdict>& verdicts);

}  // namespace scrump::cli

#pragma once
// The questions about a net that are still open, what is to be seen in markings to answer them, and the answers.

#include <scrump/base/clock.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/detail/goals.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/initial_marking.hpp>
#include <scrump/problems/petri/detail/questions.hpp>
#include <scrump/problems/petri/detail/structure.hpp>
#include <scrump/problems/petri/units.hpp>
#include <scrump/runtime/status.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump::petri {

/// How a method ended that did not answer a question, and why.
struct Ending {
    Status status = Status::stuck;  ///< the limit that was reached; `stuck` if the method cannot answer it
    std::string why{};
};

/// A property, and what is left to be decided of its formula.
struct Question {
    const Property* property = nullptr;
    std::optional<Goal> goal{};  ///< of EF p and AG p
    Formula left{};
    std::optional<Ending> ending{};  ///< of the last method for it that a limit has ended; otherwise of the first one
    bool is_visited = false;         ///< whether visits of markings for it have ended, but not because the run was

    /// Whether its formula is of a kind that some method answers.
    bool has_method() const;
    /// Whether visits of markings may answer it; whether they must follow paths for that.
    bool is_for_visits() const;
    bool is_for_paths() const;
};

/// All arguments of the constructor must outlive it.
class OpenQuestions {
  public:
    OpenQuestions(const Net& net, const std::vector<Property>& properties, const std::vector<Unit>& units,
                  const CheckOptions& options, Clock::time_point began);

    std::size_t size() const { return questions_.size(); }
    Question& operator[](std::size_t i) { return questions_[i]; }
    const Question& operator[](std::size_t i) const { return questions_[i]; }
    Verdict& verdict(std::size_t i) { return verdicts_[i]; }
    std::vector<Verdict>& verdicts() { return verdicts_; }

    bool is_open(std::size_t i) const { return !verdicts_[i].is_known(); }
    std::size_t count_open() const;
    bool has_open() const { return count_open() > 0; }
    /// Whether one is open that is not about steps, which are seen only where markings are visited.
    bool has_open_beside_steps() const;

    void answer(std::size_t i, bool holds, Method method, std::optional<FiringPath> path = std::nullopt);
    void answer_bound(std::size_t i, std::int64_t bound, Method method, std::optional<FiringPath> path);

    /// Notes that a method did not answer it. A limit is told rather than what a method cannot do.
    void leave_open(std::size_t i, Ending ending);
    /// Visits of markings for all open questions have ended, perhaps by a limit or an error.
    void end_visits(const std::optional<Ending>& ending);
    /// At the end, says why answers are unknown, and returns what the run is said to have ended by: the first limit of
    /// those that can be raised. `stop` has ended it, if something has; `knows_all_markings`: then none is visited.
    Status conclude(const std::optional<Ending>& stop, bool knows_all_markings);

    /// Answers by the structure of the net and its initial marking.
    void decide_by_structure();
    /// What is to be seen in markings.
    Sought sought() const;
    /// Answers questions by the markings that were seen: some, or all that are needed for `sought`. Questions that are
    /// open and not sought stay open.
    void learn(const Sought& sought, const Seen& seen, bool all, Method method);

  private:
    Ending ending_of(std::size_t i, const std::optional<Ending>& stop, bool knows_all_markings) const;
    bool is_asked(Property::Kind kind) const;
    void publish(std::size_t i, Method method, std::optional<FiringPath> path);
    void answer_formula(std::size_t i, Method method, const std::optional<FiringPath>& path_to_goal);
    void decide_formula(std::size_t i, const Formula& formula);
    void decide_whole_net(std::size_t i, Property::Kind kind);
    void decide_one_safe(std::size_t i);
    void learn(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method);
    void learn_of_formula(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method);
    void learn_bound(std::size_t i, const Sought& sought, const Seen& seen, bool all, Method method);

    const Net& net_;
    const CheckOptions& options_;
    const Clock::time_point began_;
    Groups places_;
    NetStructure structure_;
    InitialMarking initial_;
    std::vector<Question> questions_;
    std::vector<Verdict> verdicts_;
};

}  // namespace scrump::petri

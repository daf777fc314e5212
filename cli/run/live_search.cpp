#include "run/live_search.hpp"

#include "run/complain.hpp"
#include "run/report_json.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/described/ext/question.hpp>

#include <string>
#include <utility>

namespace scrump::cli {

LiveSearch::LiveSearch(std::string problem, const RunOptions& given, const Process& process)
    : problem_(std::move(problem)),
      given_(given),
      run_(process, given.search.time_limit, given.machine.has_value()),
      options_(given.search) {}

void LiveSearch::refuse_gap() const {
    described::refuse_gap(options_);
}

const SearchOptions& LiveSearch::begin(Line line, const Report& report) {
    if (line == Line::plain) refuse_gap();
    run_.connect(options_);
    // Rates are only looked at where something is printed of how they developed.
    options_.history = given_.json || !given_.counters.wanted.empty() || options_.trace.wanted();
    if (session().first()) {  // a bad one is refused before the search
        const Reference reference = read_reference(given_.reference);
        reference.expect(problem_, report.instance);
        alone_per_node_ = reference.seconds_per_node;
    }
    counters_.connect(options_.observe, given_.counters, given_.json, alone_per_node_);
    run_.show(options_.progress, options_.progress_interval, given_,
              [line](const SearchProgress& progress) { return progress_text(progress, line == Line::with_incumbent); });
    // Processes must agree, and only the first one may have a terminal.
    options_.estimates = given_.progress || (session().size() == 1 && given_.shows_progress());
    options_.checkpoints.told = [this](const CheckpointReport& written) { tell(written); };
    return options_;
}

// Whatever else is printed: nobody may rely on a file that was not written.
void LiveSearch::tell(const CheckpointReport& report) {
    if (report.error.empty()) return;
    run_.clear();
    complain(report.error +
             (report.last ? "; the search ends without its last checkpoint" : "; it will be tried again"));
}

}  // namespace scrump::cli

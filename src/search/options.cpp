#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

namespace scrump {

bool has_other_runs(const SearchOptions& options) {
    return options.checkpoints.wanted() || options.checkpoints.resumes() || options.shard ||
           !options.incumbents.empty();
}

bool compares_problem(const SearchOptions& options) {
    const bool has_company = options.session != nullptr && options.session->size() > 1;
    return has_other_runs(options) || has_company;
}

}  // namespace scrump

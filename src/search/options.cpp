#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

namespace scrump {

bool compares_problem(const SearchOptions& options) {
    const bool has_company = options.session != nullptr && options.session->size() > 1;
    return options.checkpoints.wanted() || options.checkpoints.resumes() || has_company;
}

}  // namespace scrump

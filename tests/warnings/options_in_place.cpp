// The options of every door written where they are used, beside other values that may throw: what a compiler makes of
// the defaults of their members then (g++ 12 destroys those that are given as braces twice, and warns of it).
#include <scrump/base/signals.hpp>
#include <scrump/loops.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <scrump/states.hpp>
#include <scrump/tasks.hpp>

#include <chrono>
#include <string>
#include <vector>

using namespace std::chrono_literals;

int use(const scrump::SearchOptions& options, const std::vector<std::string>& names);
int use(const scrump::TaskOptions& options, const std::vector<std::string>& names);
int use(const scrump::LoopOptions& options, const std::vector<std::string>& names);
int use(const scrump::ExploreOptions& options, const std::vector<std::string>& names);

int main() {
    return scrump::run_in_session([](scrump::Session& session) {
        return use(scrump::SearchOptions{.session = &session, .time_limit = 1min, .stop = scrump::stop_on_signals()},
                   {"search"}) +
               use(scrump::TaskOptions{.session = &session, .time_limit = 1min, .stop = scrump::stop_on_signals()},
                   {"tasks"}) +
               use(scrump::LoopOptions{.session = &session, .time_limit = 1min, .stop = scrump::stop_on_signals()},
                   {"loops"}) +
               use(scrump::ExploreOptions{.session = &session, .time_limit = 1min, .stop = scrump::stop_on_signals()},
                   {"states"});
    });
}

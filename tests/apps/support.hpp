#pragma once
// The ways in which applications are run in parallel.

#include <scrump/loops/options.hpp>

#include <string>
#include <vector>

namespace scrump::apps {

/// A way, and what it is called.
struct Way {
    std::string name;
    LoopOptions loop;
};

/// One to three localities of one to three workers, by two techniques, whoever chooses victims. Data are checked.
inline std::vector<Way> ways() {
    std::vector<Way> all;
    for (const unsigned localities : {1U, 2U, 3U}) {
        for (const unsigned workers : {1U, 2U, 3U}) {
            for (const char* const order : {"decentralised", "coordinator"}) {
                for (const char* const technique : {"fac2", "ss"}) {
                    LoopOptions loop{.technique = Technique::parse(technique),
                                     .workers = workers,
                                     .localities = localities,
                                     .pin = false,
                                     .stealing = {.order = StealOrder::parse(order), .checked = true}};
                    all.push_back({std::to_string(localities) + " localities of " + std::to_string(workers) + ", " +
                                       order + ", " + technique,
                                   loop});
                }
            }
        }
    }
    return all;
}

/// Runs an application until iterations of it were stolen, and has each result checked. On a busy machine localities
/// may run one after another, and be done with their parts before others ask for some of it; not every time.
template <class Run, class Check>
bool steals(const Run& run, const Check& check) {
    for (int tries = 0; tries < 200; ++tries) {
        const auto result = run();
        check(result);
        if (result.loops.stolen() > 0) return true;
    }
    return false;
}

}  // namespace scrump::apps

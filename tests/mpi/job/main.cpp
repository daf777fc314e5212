// A program whose processes do as the first argument says: fail in various places, or show how they were started.

#include "parts.hpp"

#include <scrump/base/clock.hpp>

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>

namespace scrump::test::job {

void wait_in_run(detail::Network& network) {
    while (true) {
        const detail::EventCount::Key key = network.events().prepare_wait();
        while (network.endpoint(0).receive()) {
        }
        network.events().wait(
            key, Clock::now() + std::min<std::chrono::nanoseconds>(network.patience(false), std::chrono::seconds(1)));
    }
}

void show(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

bool last(const Session& session) {
    return session.self() + 1 == session.size();
}

void stop_answering() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::raise(SIGSTOP);
}

}  // namespace scrump::test::job

int main(int argc, char** argv) {
    using namespace scrump::test::job;
    const std::string what = argc > 1 ? argv[1] : "";
    const Programs alone = programs();
    if (const auto program = alone.find(what); program != alone.end()) return program->second();
    for (const Bodies& bodies : {bodies_of_sessions(), bodies_of_runs()}) {
        if (const auto body = bodies.find(what); body != bodies.end()) return scrump::run_in_session(body->second);
    }
    return 99;
}

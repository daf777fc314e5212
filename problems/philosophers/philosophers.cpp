#include <scrump/problems/philosophers/philosophers.hpp>

#include <scrump/base/error.hpp>

namespace scrump::philosophers {

Philosophers::Philosophers(unsigned number, bool contrary) : number_(number), contrary_(contrary) {
    if (number < 2 || number > 32)
        throw UsageError("at a table sit 2 to 32 philosophers, not " + std::to_string(number));
}

std::string Philosophers::to_string(State state) const {
    std::string text;
    for (unsigned i = 0; i < number_; ++i) text += "THE"[static_cast<unsigned>(doing(state, i))];
    return text;
}

std::string Philosophers::step_between(State from, State to) const {
    for (unsigned i = 0; i < number_; ++i) {
        const Doing what = doing(to, i);
        if (what == doing(from, i)) continue;
        const std::string who = "philosopher " + std::to_string(i);
        if (what == Doing::thinking) return who + " puts both forks back";
        const unsigned fork = what == Doing::holding ? first_fork(i) : second_fork(i);
        return who + (fork == i ? " takes the left fork" : " takes the right fork");
    }
    return {};
}

}  // namespace scrump::philosophers

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

}  // namespace scrump::philosophers

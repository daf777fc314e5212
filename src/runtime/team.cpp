#include <scrump/runtime/places.hpp>
#include <scrump/runtime/team.hpp>

namespace scrump {

Team::Team(unsigned size, bool pin, unsigned first_place, std::function<void(unsigned)> work) : work_(std::move(work)) {
    threads_.reserve(size);
    for (unsigned index = 0; index < size; ++index) {
        threads_.emplace_back([this, pin, first_place, index] {
            if (pin) bind_this_thread(places().at(first_place + index));
            work_(index);
        });
    }
}

void Team::join() {
    threads_.clear();
}

}  // namespace scrump

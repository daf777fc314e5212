#include <scrump/runtime/team.hpp>

#include <scrump/base/error.hpp>
#include <scrump/runtime/places.hpp>

#include <string>
#include <system_error>

namespace scrump {

void Team::start(unsigned size, bool pin, unsigned first_place) {
    threads_.reserve(size);
    for (unsigned index = 0; index < size; ++index) {
        try {
            threads_.emplace_back([this, pin, first_place, index] {
                if (pin) bind_this_thread(places().at(first_place + index));
                work_(index);
            });
        } catch (const std::system_error& error) {
            throw Error("cannot start worker " + std::to_string(index + 1) + " of " + std::to_string(size) + ": " +
                        error.what());
        }
    }
}

}  // namespace scrump

#include <scrump/runtime/team.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/places.hpp>

#include <optional>
#include <string>
#include <system_error>

namespace scrump {

void Team::start(unsigned size, std::span<const unsigned> places) {
    threads_.reserve(size);
    for (unsigned index = 0; index < size; ++index) {
        try {
            threads_.emplace_back(
                [this, index, place = index < places.size() ? std::optional(places[index]) : std::nullopt] {
                    if (place) bind_this_thread(*place);
                    work_(index);
                });
        } catch (const std::system_error& error) {
            throw Error("cannot start worker " + std::to_string(index + 1) + " of " + std::to_string(size) + ": " +
                        error.what());
        }
    }
}

}  // namespace scrump

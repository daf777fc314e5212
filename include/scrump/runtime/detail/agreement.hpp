#pragma once
// What must be the same in all processes that run together. Processes that were started with different arguments would
// put together what they found in different work: so all tell the first one what they are about to do, and nothing is
// done before it has compared.

#include <scrump/net/codec.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// The parts of a run that are compared, each with a name and a text that says what it is.
class Agreement {
  public:
    struct Entry {
        std::string what;
        std::string value;

        template <class Archive>
        void serialize(Archive& archive) {
            archive(what, value);
        }
    };

    explicit Agreement(std::vector<Entry> entries);
    explicit Agreement(Bytes bytes);

    Bytes bytes() const;

    /// The first part that is not the same, "skeleton: 'ordered' instead of 'adaptive'", what `other` has coming last;
    /// nothing if all are.
    std::optional<std::string> difference_from(const Agreement& other) const;

  private:
    std::vector<Entry> entries_;
};

}  // namespace scrump::detail

#pragma once
// Properties that must be the same in all processes that run together. Processes started with different arguments would
// combine the results of different work: so all tell the first one what they are about to do, and nothing is done
// before it has compared.

#include <scrump/net/codec.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// The parts of a run that are compared, each with a name and an identifying text.
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

    /// The first part that differs, such as "skeleton: 'ordered' instead of 'adaptive'", with the text of `other` last;
    /// none if all are the same.
    std::optional<std::string> difference_from(const Agreement& other) const;

  private:
    std::vector<Entry> entries_;
};

}  // namespace scrump::detail

#include <scrump/runtime/detail/agreement.hpp>

#include <utility>

namespace scrump::detail {

Agreement::Agreement(std::vector<Entry> entries) : entries_(std::move(entries)) {}

Agreement::Agreement(Bytes bytes) : entries_(Decoder(std::move(bytes)).get<std::vector<Entry>>()) {}

Bytes Agreement::bytes() const {
    return Encoder().put(entries_).take();
}

std::optional<std::string> Agreement::difference_from(const Agreement& other) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const std::string theirs = i < other.entries_.size() ? other.entries_[i].value : "nothing";
        if (entries_[i].value != theirs)
            return entries_[i].what + ": '" + entries_[i].value + "' instead of '" + theirs + "'";
    }
    return std::nullopt;
}

}  // namespace scrump::detail

#pragma once
// The wanted ones of all solutions shown so far.

#include <scrump/net/codec.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/detail/incumbent.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

/// `Entry` has an `objective`. Of equally good entries, the one that was shown first is better.
template <class Entry, class Sense>
class Ranking {
  public:
    using Objective = decltype(Entry::objective);

    Ranking() = default;
    explicit Ranking(const BestWanted<Objective>& wanted) : wanted_(wanted) {}

    /// The value that an entry has to beat. It never gets worse.
    Objective to_beat() const {
        Objective most = Sense::template worst<Objective>();
        const auto raise = [&](Objective to) {
            if (Sense::better(to, most)) most = to;
        };
        if (wanted_.at_least) raise(just_worse<Sense>(*wanted_.at_least));
        if (wanted_.equal && best_) raise(just_worse<Sense>(*best_));
        if (held_.size() >= wanted_.most) raise(held_.front().entry.objective);
        return most;
    }

    /// Adds an entry if it is wanted, which may displace others; returns whether it was.
    bool add(Entry entry) {
        const Objective objective = entry.objective;
        if (!Sense::better(objective, to_beat())) return false;
        if (!best_ || Sense::better(objective, *best_)) {
            best_ = objective;
            if (wanted_.equal) held_.clear();
        }
        held_.push_back({std::move(entry), shown_++});
        std::push_heap(held_.begin(), held_.end(), comes_before);
        if (held_.size() > wanted_.most) {
            std::pop_heap(held_.begin(), held_.end(), comes_before);
            held_.pop_back();
        }
        return true;
    }

    /// The best objective; none of an empty ranking.
    const std::optional<Objective>& best() const { return best_; }

    /// All entries, best first.
    std::vector<Entry> sorted() const {
        std::vector<Held> all = held_;
        std::sort(all.begin(), all.end(), comes_before);
        std::vector<Entry> entries;
        entries.reserve(all.size());
        for (Held& each : all) entries.push_back(std::move(each.entry));
        return entries;
    }

    /// Travels if its entries are trivially copyable. The wanted numbers travel with them.
    template <class Archive>
    void serialize(Archive& archive) {
        archive(wanted_.most, wanted_.equal, wanted_.at_least, held_, best_, shown_);
    }

  private:
    struct Held {
        Entry entry;
        std::uint64_t shown;  // number of entries shown before it
    };

    static bool comes_before(const Held& one, const Held& other) {
        if (one.entry.objective != other.entry.objective)
            return Sense::better(one.entry.objective, other.entry.objective);
        return one.shown < other.shown;
    }

    BestWanted<Objective> wanted_{};
    std::vector<Held> held_;  // a heap, whose front is the last of the wanted ones
    std::optional<Objective> best_;
    std::uint64_t shown_ = 0;
};

}  // namespace scrump::detail

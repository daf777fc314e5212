#include <scrump/problems/mcs/detail/class_groups.hpp>

#include <bit>

namespace scrump::mcs {

void ClassGroups::begin(std::size_t classes, std::size_t stride) {
    stride_ = stride;
    classes_.assign(classes, {});
    most_beside_.assign(classes * stride, 0);
}

/// Whether one vertex of a class means one vertex less of the other.
bool ClassGroups::exclude_each_other(std::uint32_t a, std::uint32_t b) const {
    const auto excludes = [&](std::uint32_t one, std::uint32_t other) {
        return classes_[one].own == 1 && most_beside_[one * stride_ + other] < classes_[other].own;
    };
    return excludes(a, b) || excludes(b, a);
}

// At most one class of a group has more than one vertex. Of the others at most one is used, and if so, the first has
// one vertex less.
void ClassGroups::group(std::int32_t matched) {
    matched_ = matched;
    groups_.clear();
    for (const bool single : {false, true}) {
        for (std::uint32_t at = 0; at < classes_.size(); ++at) {
            if ((classes_[at].own == 1) != single) continue;
            const auto excludes_all = [&](const Group& group) {
                if (group.classes == 0) return false;
                for (std::uint64_t left = group.classes; left != 0; left &= left - 1)
                    if (!exclude_each_other(at, static_cast<std::uint32_t>(std::countr_zero(left)))) return false;
                return true;
            };
            const bool may_join = single && at < max_grouped;
            auto group = may_join ? std::ranges::find_if(groups_, excludes_all) : groups_.end();
            if (group == groups_.end()) group = groups_.insert(group, {0, classes_[at].own});
            if (at < max_grouped) group->classes |= std::uint64_t{1} << at;
            classes_[at].group = static_cast<std::uint32_t>(group - groups_.begin());
        }
    }
    total_ = matched;
    for (const Group& group : groups_) total_ += group.most;
}

// One vertex of its own group is the candidate's.
std::int32_t ClassGroups::bound_with(std::uint32_t at, const std::uint8_t* beside) {
    sums_.assign(groups_.size(), 0);
    for (std::size_t i = 0; i < classes_.size(); ++i) sums_[classes_[i].group] += beside[i];
    std::int32_t bound = matched_ + 1;
    const std::uint32_t own = classes_[at].group;
    for (std::size_t i = 0; i < groups_.size(); ++i) bound += std::min(sums_[i], groups_[i].most - (i == own ? 1 : 0));
    return bound;
}

std::int32_t ClassGroups::bound_with_at_most(std::int32_t rest, std::uint32_t at) const {
    const Class& label = classes_[at];
    const Group& group = groups_[label.group];
    if (label.own < group.most) return total_;
    // If another class of the group is used, there is one vertex less of this one.
    const std::int32_t others = std::popcount(group.classes) > 1 ? 1 : 0;
    return total_ - group.most + std::min(label.own, rest + others);
}

}  // namespace scrump::mcs

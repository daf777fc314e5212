#pragma once
// Searches that do not end before all workers of a run have come, however long that takes.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace scrump::test {

/// What such a search goes on for. Workers are numbered in the order in which they come to their first node.
class Company {
  public:
    explicit Company(int most = 1, unsigned size = usual_size) : promise(most), size_(size) {}

    static constexpr unsigned usual_size = 3;

    const int promise;  ///< what there might be below each node

    /// Who asks. What has not come about in a minute never will: then the search ends, too.
    unsigned self() const {
        const std::lock_guard lock(mutex_);
        const auto known = std::ranges::find(threads_, std::this_thread::get_id());
        const auto self = static_cast<unsigned>(known - threads_.begin());
        if (known == threads_.end()) threads_.push_back(std::this_thread::get_id());
        if (threads_.size() == size_) complete_ = true;
        if (std::chrono::steady_clock::now() > deadline_) late_ = true;
        return self;
    }
    /// Whether all have come.
    bool complete() const { return complete_ || late_; }

    /// Who is rich: each of them once from each other one.
    static constexpr std::array<unsigned, 7> tour = {0, 1, 2, 0, 2, 1, 0};

    bool is_rich(unsigned self) const {
        const std::size_t at = at_;
        return !late_ && at + 1 < tour.size() && tour[at] == self;
    }
    /// `self` has something that `from` had: perhaps it is the next one to be rich.
    void got(unsigned self, unsigned from) const {
        std::size_t at = at_;
        if (at + 1 < tour.size() && tour[at] == from && tour[at + 1] == self) at_.compare_exchange_strong(at, at + 1);
    }

    bool late() const { return late_; }

  private:
    const unsigned size_;
    mutable std::mutex mutex_;
    mutable std::vector<std::thread::id> threads_;
    mutable std::atomic<bool> complete_ = false;
    mutable std::atomic<bool> late_ = false;
    mutable std::atomic<std::size_t> at_ = 0;
    const std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::now() + std::chrono::minutes(1);
};

struct Item {
    unsigned depth = 0;
    unsigned from = 0;  // who made it
};

/// A binary tree that nobody comes to the end of before all have come.
class UntilAllHaveCome {
  public:
    using Space = Company;
    using Node = Item;

    UntilAllHaveCome(const Company& company, const Item& parent)
        : company_(&company), self_(company.self()), depth_(parent.depth), left_(parent.depth < 60 ? 2 : 0) {}

    bool next(Item& child) {
        if (left_ == 0 || company_->complete()) return false;
        --left_;
        child = {.depth = depth_ + 1, .from = self_};
        return true;
    }

  private:
    const Company* company_;
    unsigned self_;
    unsigned depth_;
    unsigned left_;
};

}  // namespace scrump::test

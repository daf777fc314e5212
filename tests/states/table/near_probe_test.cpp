// The probe within direct reach, with another worker that is ahead whenever the test wants: a key is asked what to
// claim with after an empty bucket was seen, and before it is claimed.

#include <scrump/states/table/detail/near_probe.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

class OvertakenKey {
  public:
    OvertakenKey(std::uint64_t word, std::function<void()> meanwhile) : word_(word), meanwhile_(std::move(meanwhile)) {}

    bool is(std::uint64_t bucket) const { return bucket == word_; }
    std::uint64_t claim() {
        if (meanwhile_) std::exchange(meanwhile_, nullptr)();
        return word_;
    }
    Place place(std::size_t index, std::uint64_t /*bucket*/) const { return {0, 0, index}; }
    void put_back() { ++put_back_; }

    int times_put_back() const { return put_back_; }

  private:
    std::uint64_t word_;
    std::function<void()> meanwhile_;
    int put_back_ = 0;
};

class Probe : public testing::Test {
  protected:
    static constexpr std::size_t count = 24;

    template <bool puts = true>
    TableResult look(std::size_t home, OvertakenKey& key, std::size_t max_examined = count) {
        return probe<puts>({.first = words_.data(), .count = count, .max_examined = max_examined}, home, key, lines_,
                           lost_);
    }
    template <bool puts = true>
    TableResult look(std::size_t home, std::uint64_t word, std::size_t max_examined = count) {
        OvertakenKey key(word, nullptr);
        return look<puts>(home, key, max_examined);
    }

    std::array<std::atomic<std::uint64_t>, count> words_{};
    std::uint64_t lines_ = 0;
    std::uint64_t lost_ = 0;
};

TEST_F(Probe, WhoeverIsOvertakenByItsOwnStateFindsIt) {
    OvertakenKey key(5, [this] { words_[3] = 5; });
    const TableResult result = look(3, key);
    EXPECT_EQ(result.outcome, TableOutcome::found);
    EXPECT_EQ(result.place.index(), 3U);
    EXPECT_EQ(lost_, 1U);
    EXPECT_EQ(key.times_put_back(), 1);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(words_[i], i == 3 ? 5U : 0U);
}

TEST_F(Probe, WhoeverIsOvertakenByAnotherStateGoesOn) {
    OvertakenKey key(5, [this] { words_[3] = 6; });
    const TableResult result = look(3, key);
    EXPECT_EQ(result.outcome, TableOutcome::inserted);
    EXPECT_EQ(result.place.index(), 4U);
    EXPECT_EQ(lost_, 1U);
    EXPECT_EQ(words_[3], 6U);
    EXPECT_EQ(words_[4], 5U);
    EXPECT_EQ(key.times_put_back(), 0);
}

TEST_F(Probe, GoesThroughTheLineAsARingAndOnToTheNext) {
    std::vector<std::size_t> order;
    for (std::uint64_t word = 1; word <= count; ++word) order.push_back(look(21, word).place.index());
    std::vector<std::size_t> expected;
    for (const std::size_t line : {16U, 0U, 8U})
        for (const std::size_t at : {5U, 6U, 7U, 0U, 1U, 2U, 3U, 4U}) expected.push_back(line + at);
    EXPECT_EQ(order, expected);
    EXPECT_EQ(look(21, count + 1).outcome, TableOutcome::full);
    for (std::uint64_t word = 1; word <= count; ++word) EXPECT_EQ(look(21, word).outcome, TableOutcome::found);
}

TEST_F(Probe, LooksNoFurtherThanItMay) {
    for (std::uint64_t word = 1; word <= 8; ++word) look(0, word);
    lines_ = 0;
    EXPECT_EQ(look(0, 9, 8).outcome, TableOutcome::full);
    EXPECT_EQ(lines_, 1U);
    EXPECT_EQ(look<false>(0, 9, 8).outcome, TableOutcome::absent);
    EXPECT_EQ(look(0, 9, 16).outcome, TableOutcome::inserted);
    EXPECT_EQ(look<false>(0, 9, 8).outcome, TableOutcome::absent);
    EXPECT_EQ(look<false>(0, 9, 16).outcome, TableOutcome::found);
    EXPECT_EQ(words_[8], 9U);
}

TEST_F(Probe, WithoutRoomForItsWordsAStateIsNotPutIn) {
    EXPECT_EQ(look(0, Bucket::empty).outcome, TableOutcome::full);
    for (const auto& word : words_) EXPECT_EQ(word, Bucket::empty);
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/base/error.hpp>
#include <scrump/net/detail/remote_operations.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <vector>

namespace scrump::detail {
namespace {

using Word = RemoteOperations::Word;

class RemoteOperationsTest : public testing::Test {
  protected:
    std::vector<Word> execute(const Bytes& bytes) { return RemoteOperations::execute(bytes, words_); }
    std::vector<Word> all() const { return {words_.begin(), words_.end()}; }
    void expect_refused(const Bytes& bytes) {
        EXPECT_THROW(execute(bytes), Error);
        EXPECT_EQ(all(), std::vector<Word>(4));
    }

    std::vector<std::atomic<Word>> words_ = std::vector<std::atomic<Word>>(4);
};

TEST_F(RemoteOperationsTest, AreDoneInTheirOrder) {
    const std::vector<Word> values = {3, 4};
    RemoteOperations operations;
    EXPECT_TRUE(operations.empty());
    operations.put(1, values).get(0, 3).compare_and_swap(2, 4, 40).compare_and_swap(2, 4, 41).fetch_add(3, ~Word{0});
    operations.append(RemoteOperations().fetch_add(3, 2).get(4, 0).put(4, {}));
    EXPECT_FALSE(operations.empty());
    EXPECT_EQ(operations.yields(), 7U);
    EXPECT_EQ(execute(operations.take()), (std::vector<Word>{0, 3, 4, 4, 40, 0, ~Word{0}}));
    EXPECT_EQ(all(), (std::vector<Word>{0, 3, 40, 1}));
    EXPECT_TRUE(operations.empty());
    EXPECT_EQ(operations.yields(), 0U);
}

TEST_F(RemoteOperationsTest, NothingBeyondTheWordsIsTouched) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    const std::vector<Word> values = {1, 2};
    for (const std::size_t first : {std::size_t{4}, std::size_t{5}, most - 1, most}) {
        expect_refused(RemoteOperations().get(first, 1).take());
        expect_refused(RemoteOperations().put(first, values).take());
        expect_refused(RemoteOperations().compare_and_swap(first, 0, 1).take());
        expect_refused(RemoteOperations().fetch_add(first, 1).take());
    }
    expect_refused(RemoteOperations().put(3, values).take());
    expect_refused(RemoteOperations().get(3, 2).take());
    expect_refused(RemoteOperations().get(0, most >> 8U).take());
    expect_refused(RemoteOperations().get(5, 0).take());
}

TEST_F(RemoteOperationsTest, BytesThatAreNoneAreRefused) {
    const Bytes whole = RemoteOperations().fetch_add(0, 0).take();
    for (std::size_t size = 1; size < whole.size(); ++size) expect_refused(whole.substr(0, size));
    Bytes unknown = whole;
    unknown[0] = 4;
    expect_refused(unknown);
    Bytes of_none = whole;
    of_none[1] = 0;
    expect_refused(of_none);
    EXPECT_EQ(execute(whole), std::vector<Word>{0});
}

}  // namespace
}  // namespace scrump::detail

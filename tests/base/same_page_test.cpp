#include <scrump/base/detail/same_page.hpp>

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <cstring>
#include <memory>
#include <new>

namespace scrump::detail {
namespace {

// As many bytes as a page has.
class Page {
  public:
    Page() : bytes_(static_cast<char*>(::operator new(page_size(), std::align_val_t(page_size())))) {
        std::memset(bytes_.get(), 'a', page_size());
    }
    char* data() { return bytes_.get(); }

  private:
    struct Free {
        void operator()(char* bytes) const { ::operator delete(bytes, std::align_val_t(page_size())); }
    };
    std::unique_ptr<char, Free> bytes_;
};

char* map(int how) {
    void* const mapped = ::mmap(nullptr, page_size(), PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
    return mapped == MAP_FAILED ? nullptr : static_cast<char*>(mapped);
}

TEST(SamePage, WhatIsWrittenInOnePlaceIsReadInTheOther) {
    char* const shared = map(MAP_SHARED);
    ASSERT_NE(shared, nullptr);
    Page page;
    {
        const SamePage same(page.data(), shared);
        ASSERT_TRUE(same);
        EXPECT_EQ(shared[7], 'a') << "with what was there";
        shared[7] = 'b';
        EXPECT_EQ(page.data()[7], 'b');
        page.data()[page_size() - 1] = 'c';
        EXPECT_EQ(shared[page_size() - 1], 'c');
    }
    page.data()[7] = 'd';
    EXPECT_EQ(shared[7], 'b') << "the place has memory of its own again";
    ::munmap(shared, page_size());
}

TEST(SamePage, OutlivesTheOtherPlace) {
    char* const shared = map(MAP_SHARED);
    ASSERT_NE(shared, nullptr);
    Page page;
    const SamePage same(page.data(), shared);
    ::munmap(shared, page_size());
    page.data()[0] = 'b';
    EXPECT_EQ(page.data()[0], 'b');
}

TEST(SamePage, IsNotMadeOfMemoryOfThisProcessAlone) {
    char* const own = map(MAP_PRIVATE);
    ASSERT_NE(own, nullptr);
    Page page;
    const SamePage same(page.data(), own);
    EXPECT_FALSE(same);
    page.data()[7] = 'b';
    EXPECT_EQ(own[7], '\0');
    ::munmap(own, page_size());
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/base/detail/same_page.hpp>

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <cstring>
#include <memory>
#include <new>
#include <optional>

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

// A page that is mapped so: MAP_SHARED or MAP_PRIVATE.
class Mapping {
  public:
    explicit Mapping(int how)
        : mapped_(::mmap(nullptr, page_size(), PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0)) {
        if (mapped_ == MAP_FAILED) throw std::bad_alloc();
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() { ::munmap(mapped_, page_size()); }

    char* data() { return static_cast<char*>(mapped_); }

  private:
    void* mapped_;
};

TEST(SamePage, WhatIsWrittenInOnePlaceIsReadInTheOther) {
    Mapping shared(MAP_SHARED);
    Page page;
    {
        const SamePage same(page.data(), shared.data());
        ASSERT_TRUE(same);
        EXPECT_EQ(shared.data()[7], 'a') << "with what was there";
        shared.data()[7] = 'b';
        EXPECT_EQ(page.data()[7], 'b');
        page.data()[page_size() - 1] = 'c';
        EXPECT_EQ(shared.data()[page_size() - 1], 'c');
    }
    page.data()[7] = 'd';
    EXPECT_EQ(shared.data()[7], 'b') << "the place has memory of its own again";
}

TEST(SamePage, OutlivesTheOtherPlace) {
    std::optional<Mapping> shared(MAP_SHARED);
    Page page;
    const SamePage same(page.data(), shared->data());
    shared.reset();
    page.data()[0] = 'b';
    EXPECT_EQ(page.data()[0], 'b');
}

TEST(SamePage, IsNotMadeOfMemoryOfThisProcessAlone) {
    Mapping own(MAP_PRIVATE);
    Page page;
    const SamePage same(page.data(), own.data());
    EXPECT_FALSE(same);
    page.data()[7] = 'b';
    EXPECT_EQ(own.data()[7], '\0');
}

}  // namespace
}  // namespace scrump::detail

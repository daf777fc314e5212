#include <scrump/base/detail/cache_line.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace scrump::detail {
namespace {

struct Base : AlignedObject {
    virtual ~Base() = default;
    alignas(cache_line) int number = 1;
};
struct Derived final : Base {
    std::byte more[1000]{};
};
struct alignas(512) Wide final : Base {};

TEST(AlignedObject, IsAlignedAndItsOwn) {
    std::vector<std::unique_ptr<Base>> all;
    for (int i = 0; i < 100; ++i) {
        all.push_back(std::make_unique<Base>());
        auto derived = std::make_unique<Derived>();
        std::memset(derived->more, 0xff, sizeof derived->more);
        all.push_back(std::move(derived));
        all.push_back(std::make_unique<Wide>());
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all.back().get()) % 512, 0U);
    }
    for (const auto& each : all) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(each.get()) % cache_line, 0U);
        EXPECT_EQ(each->number, 1);
    }
}

}  // namespace
}  // namespace scrump::detail

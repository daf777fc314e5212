#include <scrump/base/detail/scratch_files.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::detail {
namespace {

using Words = std::vector<std::uint64_t>;

TEST(ScratchFiles, KeepWordsAndLeaveNothing) {
    const test::Folder parent;
    {
        ScratchFolder folder(parent.path().string());
        EXPECT_TRUE(std::filesystem::is_directory(folder.path()));
        ScratchFile file(folder, "words");
        EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a process that is killed would leave it";
        file.append(Words{1, 2, 3});
        file.append(Words{4});
        EXPECT_EQ(file.size(), 4U);
        Words some(2);
        file.read(2, some);
        EXPECT_EQ(some, (Words{3, 4}));
        {
            ScratchFile other(folder, "others");
            other.append(Words(6));
        }
        EXPECT_EQ(folder.bytes().largest, 80U);
        file.clear();
        EXPECT_EQ(file.size(), 0U);
        file.append(Words{5, 6});
        file.read(0, some);
        EXPECT_EQ(some, (Words{5, 6}));
        EXPECT_EQ(folder.bytes().written, 96U);
        EXPECT_EQ(folder.bytes().read, 32U);
        EXPECT_EQ(folder.bytes().largest, 80U);
    }
    EXPECT_TRUE(std::filesystem::is_empty(parent.path()));
}

TEST(ScratchFiles, NameWhatFails) {
    const test::Folder parent;
    EXPECT_EQ(test::message_of([&] { ScratchFolder folder(parent / "none"); }),
              parent / "none" + ": no folder can be made there: No such file or directory");
    ScratchFolder folder(parent.path().string());
    EXPECT_EQ(test::message_of([&] { ScratchFile file(folder, "no/file"); }),
              folder.path() + "/no/file: cannot be written: No such file or directory");
    const ScratchFile file(folder, "empty");
    Words some(1);
    EXPECT_EQ(test::message_of([&] { file.read(0, some); }),
              folder.path() + "/empty: cannot be read: Input/output error");
}

}  // namespace
}  // namespace scrump::detail

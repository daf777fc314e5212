#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

namespace fs = std::filesystem;

std::string reading_error(const std::string& path) {
    return test::message_of([&] { read_file(path); });
}

std::string replacing_error(const std::string& path, std::string_view contents = "new") {
    return test::message_of([&] { replace_file(path, contents); });
}

/// Every test has a folder of its own.
class File : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return own_ / name; }

    std::set<std::string> names() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_)) names.insert(entry.path().filename().string());
        return names;
    }

    const test::Folder own_;
    const fs::path& folder_ = own_.path();
};

using FileDeathTest = File;

using Names = std::set<std::string>;

TEST_F(File, ComesBackAsItWasWritten) {
    std::string contents(300'000, 'x');
    contents[0] = contents[70'000] = '\0';
    for (const std::string& each : {contents, std::string(), std::string(1, '\0'), std::string("short")}) {
        replace_file(path("file"), each);
        EXPECT_TRUE(read_file(path("file")) == each);
        EXPECT_EQ(names(), Names{"file"});
    }
}

TEST_F(File, IsWrittenPieceByPieceBesideTheOldOne) {
    replace_file(path("file"), "old");
    std::string contents;
    replace_file(path("file"), [&](std::ostream& out) {
        EXPECT_EQ(names(), (Names{"file", "file.new"}));
        for (int i = 0; i < 50'000; ++i) {
            out << i << '\n';
            contents += std::to_string(i) + '\n';
        }
        out.put('\0');
        contents += '\0';
        EXPECT_GT(fs::file_size(path("file.new")), 0U) << "it need not fit into memory";
        EXPECT_EQ(read_file(path("file")), "old");
    });
    EXPECT_TRUE(read_file(path("file")) == contents);
    EXPECT_EQ(names(), Names{"file"});
}

TEST_F(File, KeepsItsContentsWhereNewOnesAreGivenUp) {
    replace_file(path("file"), "old");
    const std::string message = test::message_of([&] {
        replace_file(path("file"), [](std::ostream& out) {
            out << std::string(100'000, 'x');
            throw Error("no more");
        });
    });
    EXPECT_EQ(message, "no more");
    EXPECT_EQ(read_file(path("file")), "old");
    EXPECT_EQ(names(), Names{"file"});
}

TEST_F(File, ThatCannotBeReadIsAnError) {
    EXPECT_EQ(reading_error(path("none")), path("none") + ": cannot be read: No such file or directory");
    EXPECT_EQ(reading_error(folder_), folder_.string() + ": cannot be read: Is a directory");
    EXPECT_EQ(reading_error(""), ": cannot be read: No such file or directory");
}

TEST_F(FileDeathTest, OfNameMinusIsTheStandardInput) {
    replace_file(path("file"), "told\n");
    const auto tell = [&](const std::string& input) {
        if (std::freopen(input.c_str(), "r", stdin) == nullptr) std::abort();
        std::cerr << test::message_of([] { std::cerr << read_file("-"); });
        std::exit(0);
    };
    EXPECT_EXIT(tell(path("file")), testing::ExitedWithCode(0), "^told\nno error$");
    EXPECT_EXIT(tell(folder_), testing::ExitedWithCode(0), "^the standard input: cannot be read: Is a directory$");
}

void ignore_signal(int) {}

TEST_F(File, IsReadToItsEndThroughSignals) {
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = ignore_signal;  // without SA_RESTART
    ASSERT_EQ(::sigaction(SIGUSR1, &action, &before), 0);
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::string contents;
    std::jthread reader([&] { contents = read_file(path("pipe")); });
    const auto interrupt = [&] {
        for (int i = 0; i < 10; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ::pthread_kill(reader.native_handle(), SIGUSR1);
        }
    };
    interrupt();  // while it opens
    {
        std::ofstream writer(path("pipe"));
        interrupt();  // while it reads
        writer << "all" << std::flush;
        interrupt();
        writer << " of it";
    }
    reader.join();
    EXPECT_EQ(contents, "all of it");
    ::sigaction(SIGUSR1, &before, nullptr);
}

TEST_F(File, ThatASymbolicLinkPointsToIsReplaced) {
    fs::create_directory(path("below"));
    fs::create_symlink("below/second", path("first"));
    fs::create_symlink("../target", path("below/second"));
    replace_file(path("first"), "made");
    EXPECT_EQ(read_file(path("target")), "made");
    replace_file(path("first"), "replaced");
    EXPECT_EQ(read_file(path("target")), "replaced");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path("target"))));
    EXPECT_TRUE(fs::is_symlink(path("first")));
    EXPECT_TRUE(fs::is_symlink(path("below/second")));
    EXPECT_EQ(names(), (Names{"below", "first", "target"}));

    fs::create_symlink("circle", path("circle"));
    EXPECT_EQ(replacing_error(path("circle")),
              path("circle") + ": cannot be written: Too many levels of symbolic links");
}

TEST_F(File, KeepsItsPermissions) {
    const mode_t mask = ::umask(0027);
    replace_file(path("file"), "");
    EXPECT_EQ(fs::status(path("file")).permissions(), fs::perms(0640));
    fs::permissions(path("file"), fs::perms(0400));
    replace_file(path("file"), "private");
    EXPECT_EQ(fs::status(path("file")).permissions(), fs::perms(0400));
    ::umask(mask);
}

TEST_F(File, IsReplacedInTheFolderWhereOneIs) {
    const fs::path before = fs::current_path();
    fs::current_path(folder_);
    replace_file("file", "here");
    fs::current_path(before);
    EXPECT_EQ(read_file(path("file")), "here");
}

TEST_F(File, WhatAKilledWriterLeftIsInNobodysWay) {
    replace_file(path("file"), "old");
    replace_file(path("other"), "other");
    fs::create_hard_link(path("other"), path("file.new"));
    replace_file(path("file"), "new");
    EXPECT_EQ(read_file(path("file")), "new");
    EXPECT_EQ(read_file(path("other")), "other");
    EXPECT_EQ(names(), (Names{"file", "other"}));
}

TEST_F(File, ThatIsNoneOrHasNoFolderIsNotWritten) {
    EXPECT_EQ(replacing_error(path("none/file")), path("none/file") + ": cannot be written: No such file or directory");
    EXPECT_EQ(replacing_error(""), ": cannot be written: No such file or directory");
    const std::string long_name(255, 'x');
    EXPECT_EQ(replacing_error(path(long_name)), path(long_name) + ": cannot be written: File name too long");

    const std::string irregular = ": cannot be written: it is not a regular file";
    EXPECT_EQ(replacing_error(folder_), folder_.string() + irregular);
    EXPECT_EQ(replacing_error("/dev/full"), "/dev/full" + irregular);
    fs::create_symlink("/dev/full", path("full"));
    EXPECT_EQ(replacing_error(path("full")), path("full") + irregular);
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
    EXPECT_EQ(names(), Names{"full"});

    replace_file(path("file"), "old");
    EXPECT_EQ(replacing_error(path("file/below")), path("file/below") + ": cannot be written: Not a directory");
    fs::create_directory(path("file.new"));
    EXPECT_EQ(replacing_error(path("file")), path("file") + ": cannot be written: File exists");
    EXPECT_EQ(read_file(path("file")), "old");
}

/// Calls `limit()` in another process, which then replaces the file and shows why it could not.
template <class Limit>
[[noreturn]] void replace_under(Limit limit, const std::string& path, std::string_view contents) {
    if (limit() != 0) std::abort();
    std::cerr << replacing_error(path, contents);
    std::exit(0);
}

TEST_F(FileDeathTest, StaysWholeWhenTheNewOneDoesNotFit) {
    const std::string old(200'000, 'o');
    replace_file(path("file"), old);
    const auto limit = [] {
        const rlimit size{.rlim_cur = 100'000, .rlim_max = 100'000};
        return std::signal(SIGXFSZ, SIG_IGN) == SIG_ERR ? -1 : ::setrlimit(RLIMIT_FSIZE, &size);
    };
    EXPECT_EXIT(replace_under(limit, path("file"), std::string(300'000, 'n')), testing::ExitedWithCode(0),
                "file: cannot be written: File too large$");
    EXPECT_TRUE(read_file(path("file")) == old);
    EXPECT_EQ(names(), Names{"file"});
    EXPECT_EXIT(replace_under(limit, path("file"), std::string(100'000, 'n')), testing::ExitedWithCode(0),
                "^no error$");
}

TEST_F(FileDeathTest, StaysWholeInAFolderThatMustNotBeWritten) {
    replace_file(path("file"), "old");
    fs::permissions(path("file"), fs::perms(0666));
    fs::permissions(folder_, fs::perms(0555));
    // The superuser may write everywhere.
    const auto limit = [] { return ::geteuid() == 0 ? ::setuid(65534) : 0; };
    EXPECT_EXIT(replace_under(limit, path("file"), "new"), testing::ExitedWithCode(0),
                "file: cannot be written: Permission denied$");
    EXPECT_EQ(read_file(path("file")), "old");
    EXPECT_EQ(names(), Names{"file"});
    fs::permissions(folder_, fs::perms(0777));
}

TEST_F(FileDeathTest, IsReplacedInAFolderThatMustNotBeRead) {
    fs::permissions(folder_, fs::perms(0333));
    const auto limit = [] { return ::geteuid() == 0 ? ::setuid(65534) : 0; };
    EXPECT_EXIT(replace_under(limit, path("file"), "new"), testing::ExitedWithCode(0), "^no error$");
    fs::permissions(folder_, fs::perms(0777));
    EXPECT_EQ(read_file(path("file")), "new");
}

// A reader finds the old contents or the new at every moment.
TEST_F(File, IsNeverSeenInParts) {
    const std::string one(100'000, '1');
    const std::string two(200'000, '2');
    replace_file(path("file"), one);
    std::atomic<bool> done = false;
    std::jthread writer([&] {
        for (int i = 0; i < 50; ++i) replace_file(path("file"), i % 2 == 0 ? two : one);
        done = true;
    });
    while (!done) {
        const std::string seen = read_file(path("file"));
        ASSERT_TRUE(seen == one || seen == two) << seen.size();
    }
}

TEST_F(File, ManyWritersReplaceItAsAWhole) {
    constexpr std::size_t size = 200'000;
    {
        std::vector<std::jthread> writers;
        for (char letter = 'a'; letter < 'e'; ++letter) {
            writers.emplace_back([this, letter] {
                for (int i = 0; i < 20; ++i) replace_file(path("file"), std::string(size, letter), Writers::many);
            });
        }
    }
    const std::string last = read_file(path("file"));
    EXPECT_EQ(last, std::string(size, last.at(0)));
    EXPECT_EQ(names(), Names{"file"});
    fs::create_directory(path("file.new"));
    check_replaceable(path("file"), Writers::many);
}

TEST_F(File, CanBeCheckedBeforeItIsWritten) {
    check_replaceable(path("file"));
    EXPECT_EQ(names(), Names{});
    replace_file(path("file"), "old");
    check_replaceable(path("file"));
    EXPECT_EQ(names(), Names{"file"});
    EXPECT_EQ(read_file(path("file")), "old");
    const std::string nowhere = path("nowhere/file");
    EXPECT_EQ(test::message_of([&] { check_replaceable(nowhere); }),
              nowhere + ": cannot be written: No such file or directory");
    fs::create_directory(path("file.new"));
    EXPECT_EQ(test::message_of([&] { check_replaceable(path("file")); }),
              path("file") + ": cannot be written: File exists");
}

}  // namespace
}  // namespace scrump::detail

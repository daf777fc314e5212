#include <scrump/base/detail/processing_units.hpp>

#include <gtest/gtest.h>

#include <sched.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace scrump::detail {
namespace {

using Units = std::vector<unsigned>;

TEST(ProcessingUnits, ProcessesThatMayUseTheSameTakeTurns) {
    const std::vector<Units> allowed(2, {0, 1, 2, 3, 4});
    EXPECT_EQ(share_processing_units(allowed, 0), (Units{0, 2, 4}));
    EXPECT_EQ(share_processing_units(allowed, 1), (Units{1, 3}));
}

TEST(ProcessingUnits, ProcessesThatTheirLauncherBoundKeepTheirs) {
    const std::vector<Units> allowed{{0, 1}, {2, 3}};
    EXPECT_EQ(share_processing_units(allowed, 0), (Units{0, 1}));
    EXPECT_EQ(share_processing_units(allowed, 1), (Units{2, 3}));
}

TEST(ProcessingUnits, WhoHasLessChoiceChoosesFirst) {
    const std::vector<Units> allowed{{0, 1}, {0}};
    EXPECT_EQ(share_processing_units(allowed, 0), Units{1});
    EXPECT_EQ(share_processing_units(allowed, 1), Units{0});
}

TEST(ProcessingUnits, WithFewerProcessorsThanProcessesSomeShare) {
    const std::vector<Units> allowed(5, {4, 6});
    EXPECT_EQ(share_processing_units(allowed, 0), Units{4});
    EXPECT_EQ(share_processing_units(allowed, 1), Units{6});
    EXPECT_EQ(share_processing_units(allowed, 2), Units{4});
    EXPECT_EQ(share_processing_units(allowed, 3), Units{6});
}

TEST(ProcessingUnits, UnknownStaysUnknown) {
    const std::vector<Units> allowed{{}, {0}};
    EXPECT_TRUE(share_processing_units(allowed, 0).empty());
    EXPECT_EQ(share_processing_units(allowed, 1), Units{0});
}

TEST(ProcessingUnits, AreReadFromLists) {
    EXPECT_EQ(parse_processor_list("0-3,8,10-11\n"), (Units{0, 1, 2, 3, 8, 10, 11}));
    EXPECT_EQ(parse_processor_list("5\n"), Units{5});
    EXPECT_EQ(parse_processor_list("3-3"), Units{3});
    for (const char* const none : {"", "\n", "x", "-1", "4-2", "-"})
        EXPECT_EQ(parse_processor_list(none), Units{}) << none;
}

// The system's files of a machine: of each processor, its package and the processors of its core.
struct Machine {
    std::map<std::string, std::string> all{};

    void add(unsigned processor, const std::string& package, const std::string& core) {
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/";
        all[folder + "physical_package_id"] = package + "\n";
        all[folder + "thread_siblings_list"] = core + "\n";
    }
    ReadSystemFile reader() const {
        return [this](const std::string& path) -> std::optional<std::string> {
            const auto file = all.find(path);
            return file == all.end() ? std::nullopt : std::optional(file->second);
        };
    }
};

TEST(ProcessingUnits, OfEachCoreComeOneByOne) {
    Machine files;  // numbered as most machines do it: the second threads of cores last
    for (const unsigned processor : {0U, 1U, 4U, 5U})
        files.add(processor, "0", std::to_string(processor % 4) + "," + std::to_string(processor % 4 + 4));
    for (const unsigned processor : {2U, 3U, 6U, 7U})
        files.add(processor, "1", std::to_string(processor % 4) + "," + std::to_string(processor % 4 + 4));
    EXPECT_EQ(in_order_of_use({0, 1, 2, 3, 4, 5, 6, 7}, files.reader()), (Units{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(in_order_of_use({0, 3, 4, 7}, files.reader()), (Units{0, 3, 4, 7}));

    Machine other;  // threads of a core side by side, packages in turn
    for (const unsigned processor : {0U, 1U, 4U, 5U})
        other.add(processor, "0", std::to_string(processor & ~1U) + "-" + std::to_string(processor | 1U));
    for (const unsigned processor : {2U, 3U, 6U, 7U})
        other.add(processor, "1", std::to_string(processor & ~1U) + "-" + std::to_string(processor | 1U));
    EXPECT_EQ(in_order_of_use({0, 1, 2, 3, 4, 5, 6, 7}, other.reader()), (Units{0, 4, 2, 6, 1, 5, 3, 7}));
}

TEST(ProcessingUnits, OfWhichNothingIsToldAreCores) {
    EXPECT_EQ(in_order_of_use({3, 1, 2}, Machine().reader()), (Units{1, 2, 3}));
}

TEST(ProcessingUnits, LieInAMemoryDomainIfAllDo) {
    Machine files;
    files.all["/sys/devices/system/node/online"] = "0,2\n";
    files.all["/sys/devices/system/node/node0/cpulist"] = "0-3\n";
    files.all["/sys/devices/system/node/node2/cpulist"] = "4-7\n";
    EXPECT_EQ(memory_domain_of({1, 2}, files.reader()), 0U);
    EXPECT_EQ(memory_domain_of({4, 7}, files.reader()), 1U);
    EXPECT_EQ(memory_domain_of({3, 4}, files.reader()), 0U);
    EXPECT_EQ(memory_domain_of({4, 7}, Machine().reader()), 0U);
}

TEST(ProcessingUnits, AreThoseThatThisProcessMayRunOn) {
    ASSERT_FALSE(processing_units().empty());
    const std::set<unsigned> distinct(processing_units().begin(), processing_units().end());
    EXPECT_EQ(distinct.size(), processing_units().size());
    std::thread([&] {
        for (const unsigned unit : processing_units()) {
            bind_this_thread(unit);
            EXPECT_EQ(::sched_getcpu(), static_cast<int>(unit));
        }
    }).join();
}

}  // namespace
}  // namespace scrump::detail

// Whole jobs as a user sees them: their exit status and their one message when something fails somewhere.

#include <support/folder.hpp>
#include <support/mpi_run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace scrump::test {
namespace {

struct Failure {
    const char* what;
    const char* who;  // how the message begins: with the process that failed, where process 0 did not
    const char* why;  // how it ends
};

const Failure failures[] = {
    {"fail_in_run", "rank 2 on ", "the sky fell"},
    {"fail_opening_a_window", "", "the sky fell"},
    {"fail_before_broadcast", "rank 2 on ", "the sky fell"},
    {"first_fails_before_broadcast", "", "the sky fell"},
    {"fail_while_others_leave", "rank 2 on ", "the sky fell"},
    {"all_fail", "", "the sky fell"},
    {"all_fail_after_a_broadcast", "", "the sky fell"},
    {"all_miss_a_file", "", "/nowhere/at/all: cannot be read: No such file or directory"},
    {"leave_early", "rank 2 on ", "has left before the others"},
    {"leave_before_broadcast", "rank 0 on ", "has left before the others"},
    {"throw_something_odd", "rank 2 on ", "an exception without a message"},
    {"failed_when_others_have_left", "rank 2 on ", "the sky fell"},
    {"fail_in_a_task", "rank 2 on ", "the sky fell"},
    {"lose_the_last", "", "the sky fell"},
    {"lose_the_first", "rank 2 on ", "the sky fell"},
    {"lose_the_first_two", "rank 2 on ", "the sky fell"},
    {"lose_one_that_lives", "", "the sky fell"},
    {"lose_while_others_leave", "rank 2 on ", "the sky fell"},
};

void PrintTo(const Failure& failure, std::ostream* stream) {
    *stream << failure.what;
}

std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

// Whether a line begins and ends so, with a host's name between them if it begins with a rank.
bool has_line(const std::string& text, const std::string& begin, const std::string& end) {
    const std::vector<std::string> lines = sorted_lines(text);
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return line.starts_with(begin) && line.ends_with(end) && (begin.empty() == (line == end));
    });
}

class FailingJob : public testing::TestWithParam<std::tuple<Failure, const char*>> {};

TEST_P(FailingJob, EndsWithOneMessage) {
    const auto& [failure, net] = GetParam();
    const JobResult result = run_job({.processes = 3,
                                      .command = {SCRUMP_JOB, failure.what},
                                      .environment = {std::string("SCRUMP_NET=") + net},
                                      .input = {}});
    EXPECT_NE(result.status, 0);
    EXPECT_EQ(result.complaints(failure.why), 1) << result.err;
    EXPECT_TRUE(has_line(result.err, failure.who, failure.why)) << result.err;
}

INSTANTIATE_TEST_SUITE_P(Jobs, FailingJob,
                         testing::Combine(testing::ValuesIn(failures), testing::Values("direct", "messages")),
                         [](const auto& tested) {
                             return std::string(std::get<0>(tested.param).what) + "_" + std::get<1>(tested.param);
                         });

JobResult job(unsigned processes, const char* what, std::vector<std::string> environment = {},
              const std::string& input = {}) {
    return run_job(
        {.processes = processes, .command = {SCRUMP_JOB, what}, .environment = std::move(environment), .input = input});
}

TEST(Job, EndsWellWithMessagesStillOnTheirWay) {
    for (const unsigned processes : {0U, 1U, 2U, 4U}) {
        const JobResult result = job(processes, "succeed");
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(sorted_lines(result.out).size(), std::max(processes, 1U));
    }
}

TEST(Job, AnExceptionThatPassesTheSessionEndsTheOthers) {
    const JobResult result = job(3, "thrown_past_the_session");
    const std::vector<std::string> lines = sorted_lines(result.out);
    ASSERT_EQ(lines.size(), 3U) << result.err;
    EXPECT_TRUE(has_line(lines[0], "rank 2 on ", ": left by an exception"));
    EXPECT_EQ(lines[0], lines[1]);
    EXPECT_EQ(lines[2], "the sky fell");
}

TEST(Job, WrongOptionsOfOneAreWrongOptionsOfAll) {
    const JobResult result = job(3, "tell_kinds");
    EXPECT_EQ(sorted_lines(result.out), (std::vector<std::string>{"usage", "usage", "usage"})) << result.err;
}

TEST(Job, ASearchThatIsRefusedConnectsNothing) {
    const JobResult result = job(2, "refuse_before_connecting");
    const std::vector<std::string> lines = sorted_lines(result.out);
    EXPECT_EQ(result.status, 0) << result.err;
    ASSERT_EQ(lines.size(), 2U) << result.err;
    EXPECT_EQ(lines[0], "2047");
    EXPECT_TRUE(lines[1].starts_with("steal-stack moves chunks of 1 to 10000 nodes")) << lines[1];
}

TEST(Job, AProcessThatStopsAnsweringIsNamed) {
    for (const auto& [what, name] : {std::pair{"first_stops_in_search", "locality 0 (rank 0 on "},
                                     std::pair{"second_stops_in_search", "locality 1 (rank 1 on "},
                                     std::pair{"second_stops_in_tasks", "locality 1 (rank 1 on "}}) {
        for (const char* const net : {"direct", "messages"}) {
            const JobResult result = job(3, what, {std::string("SCRUMP_NET=") + net});
            EXPECT_GT(result.status, 0);
            EXPECT_EQ(result.complaints("has not answered"), 1) << result.err;
            EXPECT_EQ(result.complaints(name), 1) << result.err;
        }
    }
}

// The main thread of a C program runs the chunks, so how long a rank may be silent is for its user to say. The launcher
// itself ends a job one of whose processes is gone.
TEST(Job, ARankThatIsLostInALoopOfACProgramEndsAll) {
    for (const char* const net : {"direct", "messages"}) {
        const auto lose = [&](const char* how) {
            return run_job({.processes = 3,
                            .command = {SCRUMP_C_LOOP, how},
                            .environment = {"SCRUMP_DEAD_AFTER=1", std::string("SCRUMP_NET=") + net},
                            .input = {}});
        };
        const JobResult stopped = lose("stops");
        EXPECT_GT(stopped.status, 0);
        EXPECT_EQ(stopped.complaints("locality 1 (rank 1 on "), 1) << stopped.err;
        EXPECT_EQ(stopped.complaints("has not answered for 1 s"), 1) << stopped.err;
        EXPECT_GT(lose("dies").status, 0);
    }
}

// Programs that look at no error end with a message and a status, instead of running no iterations.
void expect_fatal_errors(const char* program) {
    const auto run = [&](const char* what, std::vector<std::string> environment) {
        return run_job(
            {.processes = 3, .command = {program, what}, .environment = std::move(environment), .input = {}});
    };
    const JobResult right = run("unaware", {});
    EXPECT_EQ(right.status, 0) << right.err;
    EXPECT_NE(right.out.find("done"), std::string::npos);
    for (const auto& [variable, value] :
         {std::pair{"SCRUMP_LOOP", "gsss"}, std::pair{"LB4MPI_STEAL_RATIO", "half"}, std::pair{"SCRUMP_LOOP", "bold"},
          std::pair{"LB4MPI_WS_SCHEDULING", "6"}, std::pair{"LB4MPI_ITERATIONS_INFO", "yes"}}) {
        const JobResult wrong = run("unaware", {std::string(variable) + "=" + value});
        EXPECT_GT(wrong.status, 0) << value;
        EXPECT_EQ(wrong.out.find("done"), std::string::npos) << value;
        EXPECT_EQ(wrong.complaints("scrump: "), 1) << wrong.err;
        EXPECT_EQ(wrong.complaints(variable), 1) << wrong.err;
    }
    // The others wait elsewhere for the rank that is wrong.
    const JobResult last = run("last_is_wrong", {});
    EXPECT_GT(last.status, 0);
    EXPECT_EQ(last.complaints("the communicator has 3 ranks, not 4"), 1) << last.err;
}

TEST(Job, ErrorsInLoopsOfCProgramsAreFatal) {
    expect_fatal_errors(SCRUMP_C_LOOP);
}

void expect_right_example(const char* program) {
    const auto run = [&](std::vector<std::string> environment) {
        return run_job({.processes = 2, .command = {program}, .environment = std::move(environment), .input = {}});
    };
    const JobResult right = run({});
    EXPECT_EQ(right.status, 0) << right.err;
    EXPECT_NE(right.out.find("done"), std::string::npos) << right.err;
    const JobResult wrong = run({"SCRUMP_LOOP=gsss"});
    EXPECT_GT(wrong.status, 0);
    EXPECT_EQ(wrong.out.find("done"), std::string::npos);
    EXPECT_EQ(wrong.complaints("SCRUMP_LOOP: unknown technique 'gsss'"), 1) << wrong.err;
}

TEST(Job, TheExampleOfTheCHeaderIsRight) {
    expect_right_example(SCRUMP_C_HEADER_EXAMPLE);
}

#ifdef SCRUMP_FORTRAN_LOOP
TEST(Job, ErrorsInLoopsOfFortranProgramsAreFatal) {
    expect_fatal_errors(SCRUMP_FORTRAN_LOOP);
}

TEST(Job, TheExampleOfTheFortranModuleIsRight) {
    expect_right_example(SCRUMP_FORTRAN_HEADER_EXAMPLE);
}
#endif

// What LB4MPI would not notice is an error here, with one message.
TEST(Job, WrongCallsOfAnLb4mpiProgramAreNamed) {
    for (const auto& [what, why] :
         {std::pair{"no setup", "the loop is not set up: call DLS_Setup(), DLS_Parameters_Setup()"},
          std::pair{"request", "requestWhen is -2: expected at least 0, or -1 to let the library choose"},
          std::pair{"break", "breakAfter is -2: expected"}, std::pair{"chunk", "minChunk is -2: expected"},
          std::pair{"sigma", "sigma is -1.000000: expected seconds"},
          std::pair{"no start", "no loop is running: start one with DLS_StartLoop()"},
          std::pair{"no loop", "no loop is running: start one with DLS_StartLoop()"},
          std::pair{"no method", "the method is 15: expected 0 (STATIC) to 14 (SimAS)"},
          std::pair{"other", "iterations: '11' instead of '10'"},
          std::pair{"two loops", "the loop still runs: end it with DLS_EndLoop()"},
          std::pair{"two chunks", "a chunk has not been ended: call DLS_EndChunk()"},
          std::pair{"too early", "iterations are left: call DLS_StartChunk() and DLS_EndChunk() until"},
          std::pair{"finalised", "the loop is not set up: call"},
          std::pair{"coordinator", "the coordinator is 2: expected a rank, 0 to 1"}}) {
        const JobResult result =
            run_job({.processes = 2, .command = {SCRUMP_C_LB4MPI, what}, .environment = {}, .input = {}});
        EXPECT_GT(result.status, 0) << what;
        EXPECT_GE(result.complaints(why), 1) << result.err;
        EXPECT_EQ(result.out.find("done"), std::string::npos) << what;
    }
}

// "stolen N, by the first N, not at home N"
std::vector<int> steals_of_lb4mpi_program(const char* what, std::vector<std::string> environment) {
    const JobResult result = run_job(
        {.processes = 3, .command = {SCRUMP_C_LB4MPI, what}, .environment = std::move(environment), .input = {}});
    EXPECT_EQ(result.status, 0) << result.err;
    std::vector<int> numbers(3, -1);
    std::sscanf(result.out.c_str(), "stolen %d, by the first %d, not at home %d", &numbers[0], &numbers[1],
                &numbers[2]);
    return numbers;
}

TEST(Job, TheEnvironmentSaysWhoStealsInAnLb4mpiProgram) {
    const std::vector<int> usual = steals_of_lb4mpi_program("parts", {"SCRUMP_CHECK=1"});
    EXPECT_GT(usual[0], 0);
    EXPECT_EQ(usual[2], 0);
    const std::vector<int> others = steals_of_lb4mpi_program("parts", {"SCRUMP_STEAL_ORDER=coordinator:steals=0"});
    EXPECT_GT(others[0], 0);
    EXPECT_EQ(others[1], 0);
    EXPECT_GT(steals_of_lb4mpi_program("parts", {"SCRUMP_STEAL_ORDER=decentralised"})[0], 0);
    EXPECT_EQ(steals_of_lb4mpi_program("parts", {"SCRUMP_STEAL_ORDER=off"})[0], 0);
    const std::vector<int> kept = steals_of_lb4mpi_program("kept", {"SCRUMP_KEEP_RESULTS=1", "SCRUMP_CHECK=1"});
    EXPECT_GT(kept[2], 0);
    EXPECT_GE(kept[0], kept[2]);
}

TEST(Job, Lb4mpiProgramsWriteTheIterationsOfSharedLoops) {
    const Folder folder;
    const JobResult result =
        run_job({.processes = 3,
                 .command = {SCRUMP_C_LB4MPI, "weights"},
                 .environment = {"LB4MPI_ITERATIONS_INFO=1", "LB4MPI_DIR_ID=" + folder.path().string()},
                 .input = {}});
    EXPECT_EQ(result.status, 0) << result.err;
    std::ifstream in(folder / "weights-chunks.csv");
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, "loop,rank,chunk,owner,first,iterations");
    int iterations = 0;
    while (std::getline(in, line)) iterations += std::stoi(line.substr(line.rfind(',') + 1));
    EXPECT_EQ(iterations, 1000);
}

// Of a time-stepping program, in a folder that is made.
TEST(Job, CProgramsWriteTheirIterations) {
    const Folder folder;
    const JobResult result =
        run_job({.processes = 2,
                 .command = {SCRUMP_C_LOOP, "results"},
                 .environment = {"LB4MPI_ITERATIONS_INFO=1", "LB4MPI_DIR_ID=" + (folder / "made/here")},
                 .input = {}});
    EXPECT_EQ(result.status, 0) << result.err;
    const auto lines_of = [&](const std::string& name) {
        std::ifstream in(folder / ("made/here/" + name));
        std::vector<std::string> lines;
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    };
    EXPECT_EQ(lines_of("test loop.csv").size(), 1 + 2 * 4U);  // two loops, each of two steps
    const std::vector<std::string> chunks = lines_of("test loop-chunks.csv");
    ASSERT_GT(chunks.size(), 1U);
    std::map<std::string, int> iterations;  // by loop
    for (std::size_t i = 1; i < chunks.size(); ++i)
        iterations[chunks[i].substr(0, chunks[i].find(','))] += std::stoi(chunks[i].substr(chunks[i].rfind(',') + 1));
    EXPECT_EQ(iterations, (std::map<std::string, int>{{"1", 203}, {"2", 203}, {"3", 203}, {"4", 203}}));
}

// A program that does not do the same everywhere ends, with one message that names who does something else.
TEST(Job, ProcessesThatDoNotSearchTheSameAreNamed) {
    for (const auto& [what, who, why] :
         {std::tuple{"search_different_spaces", "rank 2 on ", ": space: "},
          std::tuple{"search_different_problems", "rank 2 on ", ": problem: 'this' instead of 'that'"},
          std::tuple{"differ_in_the_second_search", "rank 2 on ", ": depth limit: '13' instead of '12'"},
          std::tuple{"open_different_arrays", "rank 2 on ",
                     ": remote arrays: 'table (11 words)' instead of 'table (10 words)'"},
          std::tuple{"compute_different_numbers", "rank 2 on ", ": its arguments: '11' instead of '10'"},
          std::tuple{"compute_different_functions", "rank 2 on ", ": first task: 'scrump::detail::Named<"},
          std::tuple{"wait_while_first_searches", "rank 2 on ", " is to read, but that has begun to search"}}) {
        for (const char* const net : {"direct", "messages"}) {
            const JobResult result = job(3, what, {std::string("SCRUMP_NET=") + net});
            EXPECT_GT(result.status, 0);
            EXPECT_EQ(result.complaints(why), 1) << result.err;
            EXPECT_GE(result.complaints(who), 1) << result.err;
        }
    }
}

TEST(Job, WhatIsAskedOfWordsThatAreNotThereIsRefused) {
    const JobResult result = job(3, "reach_beyond_a_window", {"SCRUMP_NET=messages"});
    EXPECT_GT(result.status, 0);
    EXPECT_EQ(result.complaints("locality 2 asks for what cannot be done: window 0 of locality 0: words 8 to 8 of 4"),
              1)
        << result.err;
}

TEST(Job, AProcessThatWaitsForADiskOrANodeIsNotDead) {
    const JobResult result = job(2, "search_slowly");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(sorted_lines(result.out), (std::vector<std::string>{"8191", "8191"}));
}

TEST(Job, TheFirstProcessReadsTheStandardInputForAll) {
    const JobResult result = job(2, "read", {}, "some text");
    EXPECT_EQ(sorted_lines(result.out), (std::vector<std::string>{"0:some text", "1:some text"})) << result.err;
}

TEST(Job, InitialisesMpiOnlyWhereThereAreOthers) {
    EXPECT_EQ(job(0, "show_mpi").out, "MPI not initialised, 1 process\n");
    EXPECT_EQ(job(1, "show_mpi").out, "MPI not initialised, 1 process\n");
    EXPECT_EQ(job(0, "show_mpi", {"SCRUMP_MPI=1"}).out, "MPI initialised, 1 process\n");
    EXPECT_EQ(sorted_lines(job(2, "show_mpi").out), (std::vector<std::string>(2, "MPI initialised, 2 process")));
    EXPECT_EQ(sorted_lines(job(2, "show_mpi", {"SCRUMP_MPI=0"}).out),
              (std::vector<std::string>(2, "MPI not initialised, 1 process")));
}

// Children inherit what a launcher leaves in the environment.
TEST(Job, AChildOfOneOfItsProcessesIsAlone) {
    for (const char* const what : {"search_in_a_child", "search_in_a_child_of_mpi"}) {
        const JobResult result = job(2, what);
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(sorted_lines(result.out), (std::vector<std::string>(2, "MPI not initialised, 1 process"))) << what;
    }
}

TEST(Job, AShellMayStandBetweenItsProcessesAndTheirLauncher) {
    const JobResult result = run_job(
        {.processes = 2, .command = {"sh", "-c", "env " SCRUMP_JOB " show_mpi; true"}, .environment = {}, .input = {}});
    EXPECT_EQ(sorted_lines(result.out), (std::vector<std::string>(2, "MPI initialised, 2 process"))) << result.err;
}

TEST(Job, WrongSettingsAreReported) {
    EXPECT_EQ(job(0, "succeed", {"SCRUMP_NET=carrier-pigeon"}).err,
              "SCRUMP_NET is 'carrier-pigeon': expected direct or messages\n");
    EXPECT_EQ(job(2, "succeed", {"SCRUMP_MPI=perhaps"}).complaints("SCRUMP_MPI is 'perhaps'"), 1);
}

TEST(Job, ALauncherOfAnotherMpiIsRecognised) {
    const JobResult result = job(0, "succeed", {"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=4"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.complaints("this program was started as one of 4 processes, but its MPI sees 1"), 1) << result.err;
    EXPECT_EQ(job(0, "succeed", {"OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=4"}).err, "");
}

TEST(Job, IsToldOnceThatItHasNoSession) {
    const JobResult several = job(2, "search_alone_twice");
    EXPECT_EQ(several.status, 0);
    EXPECT_EQ(sorted_lines(several.out), (std::vector<std::string>(4, "2047")));
    EXPECT_EQ(several.complaints("has made no scrump::Session"), 1) << several.err;

    const std::string rank = "OMPI_COMM_WORLD_RANK=";
    const std::string size = "OMPI_COMM_WORLD_SIZE=";
    EXPECT_EQ(job(0, "search_alone_twice", {rank + "0", size + "4"}).err,
              "scrump: this program was started as one of 4 processes (OMPI_COMM_WORLD_RANK) but has made no "
              "scrump::Session: each of them does all the work alone. Give the options a session, or set SCRUMP_MPI=0 "
              "if this is meant\n");
    EXPECT_EQ(job(0, "search_alone_twice", {rank + "3", size + "4"}).err, "") << "the first one says it for all";
    EXPECT_EQ(job(0, "search_alone_twice", {rank + "0", size + "1"}).err, "");
    EXPECT_EQ(job(0, "search_alone_twice", {rank + "0", size + "4", "SCRUMP_MPI=0"}).err, "");
    EXPECT_EQ(job(0, "search_alone_twice").err, "");
    const auto under_slurm = [](const std::string& tasks) {
        return job(0, "search_alone_twice", {"SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=" + tasks}).err;
    };
    EXPECT_NE(under_slurm("4").find("as one of 4 processes (SLURM_PROCID) but has made no"), std::string::npos);
    EXPECT_EQ(under_slurm("1"), "") << "as in a batch shell";
    EXPECT_EQ(job(0, "search_alone_twice", {"SLURM_PROCID=0"}).err, "");
    EXPECT_EQ(job(2, "search_alone_beside_a_session").complaints("has made no scrump::Session"), 0);
}

TEST(Job, UsesTheCommunicatorsOfAProgramWithAnMpiOfItsOwn) {
    const JobResult result = job(4, "given_communicator");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(sorted_lines(result.out), (std::vector<std::string>{"even 0 of 2, all 0 of 4", "even 1 of 2, all 2 of 4",
                                                                  "odd 0 of 2, all 1 of 4", "odd 1 of 2, all 3 of 4"}));
}

TEST(Job, SaysWhatAnMpiOfTheProgramsOwnMustOffer) {
    EXPECT_EQ(job(1, "mpi_not_begun").out, "MPI is not initialised: call MPI_Init_thread before mpi_group()\n");
    EXPECT_EQ(job(2, "without_threads").status, 0);
    const JobResult alone = job(1, "without_threads");
    EXPECT_EQ(alone.status, 0) << alone.err;
    EXPECT_EQ(alone.out, "") << "does without MPI";
    EXPECT_EQ(sorted_lines(job(2, "from_another_thread").out),
              (std::vector<std::string>(
                  2,
                  "mpi_group() is called from a thread that may not use MPI: call it from the one that initialised "
                  "it")));
    EXPECT_EQ(job(1, "from_another_thread").out, "") << "does without MPI";
}

}  // namespace
}  // namespace scrump::test

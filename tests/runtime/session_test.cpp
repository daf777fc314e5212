#include <scrump/runtime/session.hpp>

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/detail/turns.hpp>

#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

namespace scrump::detail {
namespace {

// What a session was told by its group, and told it.
struct Log {
    std::string failure;
    FailureKind failure_kind = FailureKind::error;
    bool left = false;
    std::string late;  // the failure of another process that comes when leaving
    unsigned reporter = 0;
    std::optional<unsigned> lost{};
};

class LoggingGroup final : public Group {
  public:
    LoggingGroup(Log& log, unsigned self) : log_(log), self_(self) {}

    unsigned self() const override { return self_; }
    unsigned size() const override { return 3; }
    std::string title_of(unsigned rank) const override { return "rank " + std::to_string(rank) + " on node"; }
    Bytes broadcast(Bytes bytes) override { return bytes; }
    std::unique_ptr<Network> connect(unsigned localities) override { return GroupOfOne().connect(localities); }
    const std::vector<unsigned>& processing_units() const override { return processing_units_; }
    void fail(const std::string& why, FailureKind kind) noexcept override {
        log_.failure = why;
        log_.failure_kind = kind;
    }
    void mark_dead(unsigned rank, const std::string& why) noexcept override {
        log_.lost = rank;
        fail(why, FailureKind::error);
    }
    bool is_reporter() const override { return self_ == log_.reporter; }
    void leave() override {
        log_.left = true;
        if (!log_.late.empty()) throw Error(log_.late);
    }

  private:
    Log& log_;
    unsigned self_;
    std::vector<unsigned> processing_units_;
};

// A run's exit status and what it would have shown.
struct Ending {
    int status = 0;
    std::optional<std::string> shown;
};

template <class Body>
Ending ending(Session& session, const Body& body) {
    Ending ending;
    ending.status = session.run(body, [&](const std::exception& error, bool is_reporter) {
        if (is_reporter) ending.shown = error.what();
        return dynamic_cast<const UsageError*>(&error) != nullptr ? 2 : 1;
    });
    return ending;
}

TEST(Session, AProcessOnItsOwn) {
    Session session;
    EXPECT_EQ(session.self(), 0U);
    EXPECT_EQ(session.size(), 1U);
    EXPECT_TRUE(session.first());
    EXPECT_EQ(session.title(), "");
    EXPECT_EQ(session.title_of(0), "");
    EXPECT_EQ(session.broadcast("bytes"), "bytes");
    const std::unique_ptr<Network> network = session.group().connect(3);
    EXPECT_EQ(network->here(), 3U);
    EXPECT_EQ(network->endpoint(2).size(), 3U);
    EXPECT_TRUE(network->endpoint(0).topology().same_host(0, 2));
}

TEST(Session, LocalitiesApartWhereAsked) {
    Session session(std::make_unique<GroupOfOne>(AccessMode::messages));
    const std::unique_ptr<Network> network = session.group().connect(3);
    EXPECT_EQ(network->endpoint(0).topology().distance(0, 2), 2U);
    EXPECT_EQ(network->endpoint(0).open_window(1)->direct(1), nullptr);
}

std::string refusal(const std::string& path) {
    try {
        Session().read_file(path);
    } catch (const Error& error) {
        return error.what();
    }
    return "read";
}

TEST(Session, ReadsFiles) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "scrump-session-test";
    std::string contents(300'000, 'x');
    contents[70'000] = '\0';
    std::ofstream(path, std::ios::binary) << contents;
    EXPECT_TRUE(Session().read_file(path) == contents);
    std::ofstream(path, std::ios::binary).flush();
    EXPECT_EQ(Session().read_file(path), "");
    std::filesystem::remove(path);
    EXPECT_EQ(refusal(path), path.string() + ": cannot be read: No such file or directory");
    EXPECT_EQ(refusal("/"), "/: cannot be read: Is a directory");
}

TEST(Session, ARunThatGoesWellLeaves) {
    Log log;
    Session session(std::make_unique<LoggingGroup>(log, 0));
    const Ending end = ending(session, [] { return 7; });
    EXPECT_EQ(end.status, 7);
    EXPECT_FALSE(end.shown);
    EXPECT_TRUE(log.left);
    EXPECT_EQ(log.failure, "");
}

TEST(Session, OnlyTheFirstProcessSpeaks) {
    for (const unsigned self : {0U, 2U}) {
        Log log;
        Session session(std::make_unique<LoggingGroup>(log, self));
        const Ending end = ending(session, []() -> int { throw UsageError("no such option"); });
        EXPECT_EQ(end.status, 2);
        EXPECT_EQ(end.shown, self == 0 ? std::optional<std::string>("no such option") : std::nullopt);
        EXPECT_EQ(log.failure, "no such option");
        EXPECT_EQ(log.failure_kind, FailureKind::usage);
        EXPECT_FALSE(log.left);
    }
}

TEST(Session, AnotherProcessSpeaksWhereTheFirstIsLost) {
    for (const unsigned self : {0U, 1U}) {
        Log log;
        Session session(std::make_unique<LoggingGroup>(log, self));
        const Ending end = ending(session, [&]() -> int {
            session.mark_dead(0, session.title_of(0) + " is silent");
            log.reporter = 1;
            throw Error("all is lost");
        });
        EXPECT_EQ(log.lost, 0U);
        EXPECT_EQ(end.shown, self == 1 ? std::optional<std::string>("all is lost") : std::nullopt);
    }
}

TEST(Session, AFailureElsewhereIsEverybodys) {
    Log log{.failure = {}, .left = false, .late = "rank 2 on node: it broke"};
    Session session(std::make_unique<LoggingGroup>(log, 0));
    const Ending end = ending(session, [] { return 0; });
    EXPECT_EQ(end.status, 1);
    EXPECT_EQ(end.shown, "rank 2 on node: it broke");
}

TEST(Session, AnythingThrownIsAFailure) {
    Log log;
    Session session(std::make_unique<LoggingGroup>(log, 1));
    EXPECT_EQ(ending(session, []() -> int { throw 7; }).status, 1);
    EXPECT_EQ(log.failure, "an exception without a message");
    EXPECT_EQ(log.failure_kind, FailureKind::error);
}

TEST(Session, AnExceptionThatPassesItIsAFailure) {
    Log log;
    try {
        const Session session(std::make_unique<LoggingGroup>(log, 1));
        throw Error("unheard");
    } catch (const Error&) {
        EXPECT_EQ(log.failure, "left by an exception");
    }
    const Session quiet(std::make_unique<LoggingGroup>(log, 1));
    EXPECT_FALSE(log.left);
}

TEST(Session, SaysWhatCannotRunInIt) {
    Session session(std::make_unique<GroupOfOne>());
    const auto refusal_of_another = [&] {
        return test::message_of<UsageError>([&] { const Turns::Turn turn(session.turns()); });
    };
    EXPECT_EQ(refusal_of_another(), "no error");
    const Turns::Turn turn(session.turns());
    const std::string what = "in a job of several processes, runs in a session, such as searches and loops, ";
    EXPECT_EQ(refusal_of_another(), what + "must follow one another: another run has not ended");
    std::thread([&] {
        EXPECT_EQ(refusal_of_another(),
                  what +
                      "must be started by the thread that made the session: in a task or a body, leave "
                      "the option session out");
    }).join();
}

TEST(Session, AWholeProgram) {
    EXPECT_EQ(run_in_session([](Session& session) { return session.first() ? 5 : 6; }), 5);
    bool ran = false;
    EXPECT_EQ(run_in_session([&](Session&) { ran = true; }), 0);
    EXPECT_TRUE(ran);
    const auto quiet = [](const std::exception&, bool) { return 3; };
    EXPECT_EQ(run_in_session([&](Session&) { throw Error("no"); }, quiet), 3);
}

#ifdef SCRUMP_TEST_WITHOUT_MPI

// An environment variable for as long as it is needed.
class Setting {
  public:
    Setting(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;
    ~Setting() { ::unsetenv(name_); }

  private:
    const char* name_;
};

std::string refusal_to_start() {
    try {
        const Session session;
    } catch (const UsageError& error) {
        return error.what();
    }
    return "started";
}

TEST(SessionWithoutMpi, RefusesToBeOneOfSeveral) {
    const Setting rank("PMI_RANK", "0");
    {
        const Setting size("PMI_SIZE", "4");
        EXPECT_EQ(
            refusal_to_start(),
            "this program was started as one of 4 processes (PMI_RANK), but Scrump was built without MPI: build "
            "it where an MPI library and its headers are installed, with -DSCRUMP_MPI=ON; or, for Python, with pip "
            "install ./python in its sources, as wheels come without MPI. SCRUMP_MPI=0 has each process search "
            "alone");
    }
    const Setting alone("PMI_SIZE", "1");
    EXPECT_EQ(refusal_to_start(), "started");
}

TEST(SessionWithoutMpi, RefusesMpi) {
    const Setting wanted("SCRUMP_MPI", "1");
    EXPECT_EQ(refusal_to_start().rfind("SCRUMP_MPI=1 asks for MPI, but Scrump was built without MPI", 0), 0U);
}

#endif

}  // namespace
}  // namespace scrump::detail

// Runs the MPI tests on every process of the session; each failure is shown with its process.

#include "session.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <string>

namespace scrump::test {
namespace {

Session* current = nullptr;

// GoogleTest cannot be asked for its present test while it tells of a failure: it holds the lock.
class ShowFailures final : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo& test) override {
        test_ = std::string(test.test_suite_name()) + "." + test.name();
    }
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (!result.failed()) return;
        std::cerr << (std::string(session().title()) + ", " + test_ + ", " +
                      (result.file_name() ? result.file_name() : "?") + ":" + std::to_string(result.line_number()) +
                      ": " + result.message() + "\n");
    }

    std::string test_;
};

}  // namespace

Session& session() {
    return *current;
}

}  // namespace scrump::test

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return scrump::run_in_session([](scrump::Session& session) {
        scrump::test::current = &session;
        auto& listeners = testing::UnitTest::GetInstance()->listeners();
        if (!session.first()) delete listeners.Release(listeners.default_result_printer());
        listeners.Append(new scrump::test::ShowFailures);
        return RUN_ALL_TESTS();
    });
}

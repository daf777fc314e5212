// Runs the MPI tests on every process of the session; each failure is shown with its process.

#include "session.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace scrump::test {
namespace {

Session* current = nullptr;

class ShowFailures final : public testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (!result.failed()) return;
        const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
        std::cerr << (std::string(session().title()) + ", " + test->test_suite_name() + "." + test->name() + ", " +
                      (result.file_name() ? result.file_name() : "?") + ":" + std::to_string(result.line_number()) +
                      ": " + result.message() + "\n");
    }
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

// What must not compile: each of the loops below is one error. Compiled by refused_test.cpp only.

#include <scrump/loops.hpp>

#include <cstdint>
#include <string>
#include <vector>

void changes_itself() {
    int calls = 0;
    scrump::loop({}, 10, [calls](std::uint64_t) mutable { ++calls; });
}
void takes_text() {
    scrump::loop({}, 10, [](const std::string&) {});
}
void changes_itself_over_data(std::vector<double>& data) {
    double sum = 0;
    scrump::distributed_loop({}, scrump::LoopElements<double>(data), [sum](double& x) mutable { sum += x; });
}

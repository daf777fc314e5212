// A build without a solver of linear programs.
#include <scrump/problems/tsp/detail/linear_program.hpp>

#include <stdexcept>

namespace scrump::tsp {

struct LinearProgram::Model {};

bool LinearProgram::available() {
    return false;
}

LinearProgram::LinearProgram(int /*equalities*/) {
    throw std::logic_error("this build of Scrump has no solver of linear programs");
}

LinearProgram::~LinearProgram() = default;

void LinearProgram::add_columns(const LinearProgramPart& /*columns*/) {}

void LinearProgram::add_rows(const LinearProgramPart& /*rows*/) {}

void LinearProgram::limit(int /*column*/, double /*least*/, double /*most*/) {}

LinearProgram::End LinearProgram::solve(int /*iterations*/) {
    return End::unsolved;
}

int LinearProgram::rows() const {
    return 0;
}

int LinearProgram::columns() const {
    return 0;
}

double LinearProgram::cost() const {
    return 0;
}

std::span<const double> LinearProgram::values() const {
    return {};
}

std::vector<bool> LinearProgram::basic_rows() const {
    return {};
}

LinearProgram::Basis LinearProgram::basis() const {
    return {};
}

void LinearProgram::return_to(const Basis& /*basis*/) {}

}  // namespace scrump::tsp

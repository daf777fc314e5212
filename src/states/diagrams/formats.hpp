#pragma once
// The two formats, each in a file of its own.

#include <scrump/states/diagrams/model.hpp>

#include <string>
#include <string_view>

namespace scrump::detail {

SymbolicModel read_distbdd(std::string_view bytes, const std::string& name);
std::string write_distbdd(const SymbolicModel& model);

SymbolicModel read_sylvan(std::string_view bytes, const std::string& name);
std::string write_sylvan(const SymbolicModel& model);

}  // namespace scrump::detail

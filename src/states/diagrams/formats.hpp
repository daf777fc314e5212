#pragma once
// The formats, each in a file of its own.

#include <scrump/states/diagrams/list_model.hpp>
#include <scrump/states/diagrams/model.hpp>

#include <string>
#include <string_view>

namespace scrump::detail {

SymbolicModel read_distbdd(std::string_view bytes, const std::string& name);
std::string write_distbdd(const SymbolicModel& model);

SymbolicModel read_distdd(std::string_view bytes, const std::string& name);
std::string write_distdd(const SymbolicModel& model);

/// Whether bytes begin as in that format, and in no other; they may be damaged further on.
bool looks_like_distbdd(std::string_view bytes);
bool looks_like_distdd(std::string_view bytes);
bool looks_like_sylvan(std::string_view bytes);
bool looks_like_ldd(std::string_view bytes);

SymbolicModel read_sylvan(std::string_view bytes, const std::string& name);
std::string write_sylvan(const SymbolicModel& model);

ListModel read_ldd(std::string_view bytes, const std::string& name);

}  // namespace scrump::detail

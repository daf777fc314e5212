#pragma once
// The options of `scrump loop`. One table says what each is called, in which applications and beside what else it has a
// meaning, and how its text is read: parsing, help and refusal are made from it.

#include "doors/loop_applications.hpp"
#include "line/arguments.hpp"

namespace scrump::cli {

/// Declares the options of the table, and those of the table of loops.
void declare_loop_options(Command command, LoopArguments& given);

/// Throws UsageError that names an option which was given and has no meaning in the application, or beside the other
/// options or with that number of localities, and says where it has one.
void refuse_meaningless_options(const Command& command, const LoopArguments& given, unsigned localities);

}  // namespace scrump::cli

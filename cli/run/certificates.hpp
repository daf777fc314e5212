#pragma once
// Proofs that a search leaves behind: the option that asks for one, and what the report says of it.

#include "line/command_line.hpp"
#include "run/report.hpp"

#include <scrump/problems/proof/ext/text.hpp>

#include <optional>
#include <string>

namespace scrump::cli {

/// --proof; `name` stays empty where none is wanted.
Argument declare_proof(Command command, std::string& name);

void add_certificate(Report& report, const std::optional<proof::Certificate>& certificate);

}  // namespace scrump::cli

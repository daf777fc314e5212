#include "run/certificates.hpp"

#include "line/values.hpp"

#include "results/certificate_json.hpp"

#include <fmt/format.h>

namespace scrump::cli {

Argument declare_proof(Command command, std::string& name) {
    Argument proof =
        command.option("--proof", name, a_name(),
                       "Write the problem to NAME.opb and a proof of the answer to NAME.pbp, which "
                       "'veripb NAME.opb NAME.pbp' checks; the search takes longer, and a stopped search writes none");
    proof.type_name("NAME");
    return proof;
}

void add_certificate(Report& report, const std::optional<proof::Certificate>& certificate) {
    if (!certificate) return;
    report.answer.emplace_back("proof", fmt::format("{}, {} steps", certificate->proof, certificate->steps));
    report.result["proof"] = results::certificate_json(*certificate);
}

}  // namespace scrump::cli

#include <scrump/problems/proof/ext/certify.hpp>

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/estimate.hpp>

#include <chrono>
#include <filesystem>
#include <ostream>

namespace scrump::proof {

void check(const Target& target, const SearchOptions& options) {
    refuse_estimate(options, "a proof");
    if (has_other_runs(options)) {
        throw UsageError("a proof needs the whole search: leave checkpoint, resume, shard and incumbents out");
    }
    if (options.depth_limit != unlimited_depth) throw UsageError("a proof needs all of a search, to whatever depth");
    if (options.session != nullptr && !options.session->first()) return;
    check_replaceable(target.problem());
    check_replaceable(target.proof());
}

std::optional<Certificate> certify(const Target& target, TreeLog& log, const SearchOptions& options, bool complete,
                                   const Writers& writers) {
    Session* const session = options.session;
    const bool first = session == nullptr || session->first();
    const Clock::time_point began = Clock::now();
    close_together(log, session);
    std::optional<LoggedTree> tree;
    if (first && complete) tree.emplace(log.stem(), session == nullptr ? 1 : session->size());
    // The others keep their files until they are mapped.
    if (session != nullptr) session->broadcast({});
    if (!tree) return std::nullopt;

    Certificate certificate{.problem = target.problem(), .proof = target.proof()};
    replace_file(certificate.problem, writers.problem);
    replace_file(certificate.proof, [&](std::ostream& out) { certificate.steps = writers.proof(out, *tree); });
    certificate.nodes = tree->records();
    certificate.logged = tree->bytes();
    certificate.bytes = std::filesystem::file_size(certificate.proof);
    certificate.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return certificate;
}

}  // namespace scrump::proof

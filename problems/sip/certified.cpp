#include <scrump/problems/sip/certified.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/proof/ext/certify.hpp>
#include <scrump/problems/sip/detail/logged_search.hpp>
#include <scrump/problems/sip/detail/proof.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace scrump::sip {
namespace {

/// A search that finds out before it begins that there is nothing: its tree is a root.
DecisionResult<LoggedNode> decide_logged(const LoggedSpace& space, const SearchOptions& options) {
    bool possible = true;
    const LoggedNode root = space.root(possible);
    if (possible) return decide<LoggedGenerator>(space, root, static_cast<std::int32_t>(space.pattern_size()), options);
    // Each process says so; one root is as good as another.
    space.log().writer().add(0, 0, root.record);
    scrump::Preparation::over();
    return {Status::complete, std::nullopt, {}};
}

}  // namespace

CertifiedMapping certify(const Problem& problem, const std::string& name, const SearchOptions& given) {
    problem.check();
    if (problem.pattern.size() == 0 || problem.target.size() == 0) {
        throw Error("a graph has no vertices; proofs are written for graphs that have some");
    }
    if (problem.has_arcs()) {
        throw Error(
            "edges have directions or labels; proofs are written for undirected graphs without labels of edges");
    }
    const proof::Target to{name};
    proof::check(to, given);
    SearchOptions options = given;
    options.start_clock();
    options.check = false;  // who looks at a node has it logged
    if (compares_problem(options)) options.checkpoints.problem = "proof of a mapping of " + problem.describe();
    proof::TreeLog log(name, options.session == nullptr ? 0 : options.session->self());
    const auto search = [&] {
        const LoggedSpace space(problem, log);
        auto result = decide_logged(space, options);
        std::optional<Mapping> mapping;
        if (result.node) mapping = std::move(result.node->images);
        return answer(result, std::move(mapping));
    };
    CertifiedMapping found{scrump::prepare_and(options, search)};
    if (found.value && !is_solution(problem, *found.value)) {
        throw std::logic_error("subgraph isomorphism: the answer is not such a mapping; this is a defect of Scrump");
    }
    const MappingConstraints constraints(problem);
    const auto write = [&](std::ostream& out, const proof::LoggedTree& tree) {
        return found.value ? write_witness(out, constraints, *found.value) : write_refutation(out, constraints, tree);
    };
    found.certificate = proof::certify(to, log, options, found.status == Status::complete,
                                       {[&](std::ostream& out) { constraints.write(out); }, write});
    return found;
}

}  // namespace scrump::sip

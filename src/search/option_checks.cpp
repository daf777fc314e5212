#include "option_checks.hpp"

#include "task_stack.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/window.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/detail/checkpointer.hpp>

#include <string>

namespace scrump::detail {
namespace {

// Refuses what steal stacks cannot do, or not with this search.
void check_stacks(const SearchOptions& options, const Capabilities& capabilities) {
    const StealProtocol& protocol = options.skeleton.protocol;
    if (!capabilities.transferable && capabilities.column_words == nullptr) {
        throw UsageError(
            "steal-stack moves nodes as bytes: make nodes and values trivially copyable or give them a "
            "serialize(archive) member");
    }
    if (protocol.chunk < 1 || protocol.chunk > StealProtocol::max_in_chunk) {
        throw UsageError("steal-stack moves chunks of 1 to " + std::to_string(StealProtocol::max_in_chunk) +
                         " nodes, not of " + std::to_string(protocol.chunk));
    }
    if (options.policy != Policy{}) {
        throw UsageError("steal-stack looks at all workers in an order of its own: no policy can be chosen");
    }
    if (options.checkpoints.wanted() || options.checkpoints.resumes()) {
        throw UsageError("steal-stack makes no checkpoints and resumes none: choose another skeleton");
    }
    if (options.gap) {
        throw UsageError(
            "steal-stack does not know the bounds of open nodes, so it has no gap: choose another skeleton");
    }
}

void check_incumbents(const SearchOptions& options, const Capabilities& capabilities) {
    if (!capabilities.exchanges) {
        throw UsageError(
            "only an optimisation or a decision exchanges incumbents with other runs, if its nodes are trivially "
            "copyable "
            "or have a serialize(archive) member");
    }
    if (options.skeleton.is_ordered()) {
        throw UsageError(
            "the skeleton ordered repeats itself exactly, which incumbents of other runs would change: choose another "
            "skeleton, or leave them out");
    }
    if (options.checkpoints.problem.empty()) {
        throw UsageError(
            "a search that does not say what is searched (Checkpoints::problem) cannot exchange incumbents");
    }
    if (options.incumbents == "-")
        throw UsageError("incumbents cannot be exchanged by the standard input: name a file");
    if (options.incumbents == options.checkpoints.file || options.incumbents == options.checkpoints.resume)
        throw UsageError(options.incumbents + ": is the checkpoint: choose another file for incumbents");
}

}  // namespace

void check_size(std::size_t words) {
    static constexpr std::size_t most = std::size_t{1} << 28;
    if (words * sizeof(Window::Word) <= most) return;
    throw UsageError("steal-stack: the shared part of a stack would take " +
                     std::to_string(words * sizeof(Window::Word) >> 20U) + " MiB, more than " +
                     std::to_string(most >> 20U) + ": choose a smaller chunk, or protocol=message-passing");
}

const SearchOptions& possible(const SearchOptions& options, const Capabilities& capabilities) {
    if (options.skeleton.has_stacks()) check_stacks(options, capabilities);
    const bool has_company = options.session != nullptr && options.session->size() > 1;
    const bool crosses = has_company || (options.localities > 1 && !options.skeleton.is_sequential());
    if (crosses && !capabilities.transferable) {
        throw UsageError(
            "this search has nodes or values that cannot be sent to another locality: make them trivially "
            "copyable or give them a serialize(archive) member");
    }
    Checkpointer::check(options.checkpoints, capabilities.resumable);
    if (options.estimate && options.shard && (!capabilities.resumable || options.skeleton.has_stacks()))
        throw UsageError(
            "an estimate of a shard needs nodes as checkpoints do: choose another skeleton, or leave one out");
    if (options.shard && options.checkpoints.problem.empty())
        throw UsageError("a search that does not say what is searched (Checkpoints::problem) cannot have shards");
    if (!options.incumbents.empty()) check_incumbents(options, capabilities);
    if (options.gap) {
        if (!(*options.gap >= 0)) throw UsageError("a gap is a number from 0 on");
        if (!capabilities.bounded) {
            throw UsageError(
                "this search has no bounds for a gap: it is not an optimisation, or its generator has no bound() or "
                "cannot be copied");
        }
    }
    return options;
}

}  // namespace scrump::detail

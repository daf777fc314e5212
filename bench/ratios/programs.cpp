#include "programs.hpp"

#include <scrump/problems/fork_join/fib.hpp>
#include <scrump/problems/fork_join/matmul.hpp>
#include <scrump/problems/fork_join/queens.hpp>
#include <scrump/problems/fork_join/quicksort.hpp>
#include <scrump/problems/fork_join/uts.hpp>
#include <scrump/problems/uts/tree.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "child.hpp"
#include "measure.hpp"
#include "workloads.hpp"

namespace scrump::bench {
namespace {

TaskOptions with(unsigned workers, Session* session) {
    TaskOptions options;
    options.workers = workers;
    options.session = session;
    return options;
}

Sample counted(std::uint64_t count) {
    return {.answer = std::to_string(count)};
}

// A product that is computed again and again; what was there before does not help.
template <class Multiply>
Sample multiplied(fork_join::Product& product, const Multiply& multiply) {
    std::ranges::fill(product.result(), 0);
    Sample sample = timed([&] {
        multiply(product);
        return Sample{};
    });
    sample.answer = fmt::format("{}", product.sum());
    return sample;
}

// Each run sorts a copy, which is made before.
template <class Sort>
Sample sorted(const std::vector<std::int32_t>& numbers, const Sort& sort) {
    std::vector<std::int32_t> copy = numbers;
    Sample sample = timed([&] {
        sort(std::span(copy));
        return Sample{};
    });
    sample.answer = std::ranges::is_sorted(copy) ? "sorted" : "not sorted";
    return sample;
}

}  // namespace

Program fib_program(unsigned n) {
    return {.name = fmt::format("fib {}", n),
            .by_hand = [n] { return timed([&] { return counted(fork_join::fib_by_hand(n)); }); },
            .by_tasks =
                [n](unsigned workers, Session* session) {
                    return timed([&] { return counted(fork_join::fib(n, with(workers, session)).value.value()); });
                },
            .by_peer = [n](const peers::ForkJoinPeer& peer,
                           unsigned workers) { return timed([&] { return counted(peer.fib(n, workers)); }); },
            .arguments = {"fib", std::to_string(n)}};
}

Program queens_program(unsigned size) {
    return {
        .name = fmt::format("queens {}", size),
        .by_hand = [size] { return timed([&] { return counted(fork_join::queens_by_hand(size)); }); },
        .by_tasks =
            [size](unsigned workers, Session* session) {
                return timed([&] { return counted(fork_join::queens(size, with(workers, session)).value.value()); });
            },
        .by_peer = [size](const peers::ForkJoinPeer& peer,
                          unsigned workers) { return timed([&] { return counted(peer.queens(size, workers)); }); },
        .arguments = {"queens", std::to_string(size)}};
}

Program uts_program(const std::string& name) {
    const uts::Tree tree = uts::named_tree(name).tree;
    return {.name = fmt::format("uts {}", name),
            .by_hand = [tree] { return timed([&] { return sample_of(fork_join::uts_by_hand(tree)); }); },
            .by_tasks =
                [tree](unsigned workers, Session* session) {
                    return timed([&] { return sample_of(fork_join::uts(tree, with(workers, session)).value.value()); });
                },
            .by_peer = [tree](const peers::ForkJoinPeer& peer,
                              unsigned workers) { return timed([&] { return sample_of(peer.uts(tree, workers)); }); },
            .arguments = {"uts", name}};
}

Program matmul_program(unsigned size) {
    const auto product = std::make_shared<fork_join::Product>(size);
    return {.name = fmt::format("matmul {}", size),
            .by_hand = [product] { return multiplied(*product, fork_join::multiply_by_hand); },
            .by_tasks =
                [product](unsigned workers, Session* session) {
                    return multiplied(*product,
                                      [&](fork_join::Product& it) { fork_join::multiply(it, with(workers, session)); });
                },
            .by_peer =
                [product](const peers::ForkJoinPeer& peer, unsigned workers) {
                    return multiplied(*product, [&](fork_join::Product& it) { peer.multiply(it, workers); });
                },
            .arguments = {"matmul", std::to_string(size)}};
}

Program quicksort_program(std::uint32_t count) {
    using Numbers = std::span<std::int32_t>;
    const auto numbers = std::make_shared<const std::vector<std::int32_t>>(fork_join::numbers_to_sort(count));
    return {.name = fmt::format("quicksort {}", count),
            .by_hand = [numbers] { return sorted(*numbers, fork_join::quicksort_by_hand); },
            .by_tasks =
                [numbers](unsigned workers, Session* session) {
                    return sorted(*numbers,
                                  [&](Numbers given) { fork_join::quicksort(given, with(workers, session)); });
                },
            .by_peer =
                [numbers](const peers::ForkJoinPeer& peer, unsigned workers) {
                    return sorted(*numbers, [&](Numbers given) { peer.quicksort(given, workers); });
                },
            .arguments = {"quicksort", std::to_string(count)}};
}

std::function<Sample(unsigned workers)> by_rayon(const Settings& settings, const Program& program) {
    if (!std::filesystem::exists(settings.rayon))
        throw Skipped(fmt::format("there is no {} (make rayon, or --rayon PATH)", settings.rayon.string()));
    std::vector<std::string> command = {settings.rayon.string()};
    command.insert(command.end(), program.arguments.begin(), program.arguments.end());
    return [command](unsigned workers) {
        std::vector<std::string> words = command;
        words.push_back(std::to_string(workers));
        const auto told = nlohmann::json::parse(run_child(words).output);
        return Sample{.seconds = told.at("seconds").get<double>(), .answer = told.at("answer").get<std::string>()};
    };
}

}  // namespace scrump::bench

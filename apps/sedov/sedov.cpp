#include <apps/sedov/sedov.hpp>

#include <apps/over_parts.hpp>
#include <apps/picture.hpp>
#include <apps/sedov/gas.hpp>
#include <scrump/loops.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace scrump::apps {
namespace {

// Follows the blast. `run(found, find)` has `found[i] = find(i)` done for all particles, and says how that ended.
template <class Run>
SedovResult follow(const SedovOptions& options, const Run& run, const std::function<void(const SedovStep&)>& told) {
    Gas gas(options);
    SedovResult result;
    std::vector<double> densities(gas.size());
    std::vector<Push> pushes(gas.size());
    const auto look_around = [&] {
        result.status = run(densities, [&](std::size_t i) { return gas.density_at(i); });
        if (result.status != Status::complete) return false;
        gas.set_densities(densities);
        result.status = run(pushes, [&](std::size_t i) { return gas.push_at(i); });
        if (result.status == Status::complete) gas.set_pushes(pushes);
        return result.status == Status::complete;
    };
    double time = 0;
    for (unsigned step = 0; step < options.steps; ++step) {
        if (step == 0 && !look_around()) break;
        const double length = gas.time_step();
        gas.begin_step(length);
        if (!look_around()) break;
        gas.end_step(length);
        time += length;
        result.steps.push_back(gas.state(time));
        if (told) told(result.steps.back());
    }
    result.positions = gas.positions();
    result.densities = gas.densities();
    return result;
}

// Runs loops over particles in parallel, so that all that is found is known to everybody in the end.
class ParticleLoops {
  public:
    explicit ParticleLoops(const LoopOptions& loop) : loop_(loop) {
        loop_.localities = std::max(loop_.localities, 1U);  // none is one
        loop_.stealing.results_go_home = true;              // where they are looked for
    }

    template <class Found, class Find>
    Status run(std::vector<Found>& found, const Find& find) {
        return has_company(loop_) ? run_apart(found, find) : run_here(found, find);
    }
    const LoopStatistics& totals() const { return totals_; }

  private:
    // Each locality of this process has a part of the particles, one after another.
    template <class Found, class Find>
    Status run_here(std::vector<Found>& found, const Find& find) {
        using Part = LoopElementsInto<std::uint32_t, Found>;
        numbers_.resize(found.size());
        std::iota(numbers_.begin(), numbers_.end(), std::uint32_t{0});
        std::vector<Part> parts;
        for (std::size_t p = 0; p < loop_.localities; ++p) {
            const std::size_t first = found.size() * p / loop_.localities;
            const std::size_t size = found.size() * (p + 1) / loop_.localities - first;
            parts.emplace_back(std::span(numbers_).subspan(first, size), std::span(found).subspan(first, size));
        }
        const auto done =
            distributed_loop(loop_, parts, [&](const std::uint32_t& i, Found& result) { result = find(i); });
        totals_ += done.statistics;
        return done.status;
    }

    // Iterations are blocks of particles, so that few pieces are put together.
    template <class Found, class Find>
    Status run_apart(std::vector<Found>& found, const Find& find) {
        using Pieces = std::map<std::uint64_t, std::vector<Found>>;  // by their first particles
        constexpr std::size_t block = 64;
        const auto run_block = [&](std::uint64_t number) {
            const std::size_t first = static_cast<std::size_t>(number) * block;
            std::vector<Found> piece(std::min(block, found.size() - first));
            for (std::size_t k = 0; k < piece.size(); ++k) piece[k] = find(first + k);
            Pieces pieces;
            pieces.emplace(first, std::move(piece));
            return pieces;
        };
        const auto done =
            loop_reduce(loop_, (found.size() + block - 1) / block, Pieces{}, run_block, [](Pieces a, Pieces b) {
                a.merge(b);
                return a;
            });
        totals_ += done.statistics;
        for (const auto& [first, piece] : done.value)
            std::ranges::copy(piece, found.begin() + static_cast<std::ptrdiff_t>(first));
        return done.status;
    }

    LoopOptions loop_;
    std::vector<std::uint32_t> numbers_;
    LoopStatistics totals_;
};

}  // namespace

SedovResult run_sedov_serial(const SedovOptions& options) {
    const auto run = [](auto& found, const auto& find) {
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = find(i);
        return Status::complete;
    };
    return follow(options, run, {});
}

SedovResult run_sedov(const SedovOptions& options, const LoopOptions& loop,
                      const std::function<void(const SedovStep&)>& told) {
    ParticleLoops loops(loop);
    SedovResult result = follow(
        options, [&](auto& found, const auto& find) { return loops.run(found, find); }, told);
    result.loops = loops.totals();
    return result;
}

void write_picture(const SedovOptions& options, const SedovResult& result, const std::string& file) {
    static constexpr std::size_t particle = 8;  // pixels that it is wide
    const std::size_t side = particle * options.side;
    std::vector<double> most(side * side);
    for (std::size_t i = 0; i < result.densities.size(); ++i) {
        const Vector& at = result.positions[i];
        if (std::abs(at[2] - 0.5) > 1.0 / options.side) continue;
        const auto first = [&](double along) {
            const double low = along * static_cast<double>(side) - particle / 2.0;
            return static_cast<std::size_t>(std::clamp(low, 0.0, static_cast<double>(side - particle)));
        };
        for (std::size_t row = first(at[1]); row < first(at[1]) + particle; ++row) {
            for (std::size_t column = first(at[0]); column < first(at[0]) + particle; ++column)
                most[row * side + column] = std::max(most[row * side + column], result.densities[i]);
        }
    }
    const double densest = std::max(1.0, std::ranges::max(most));
    write_picture(file, side,
                  [&](std::size_t row, std::size_t column) { return 1 - most[row * side + column] / densest; });
}

}  // namespace scrump::apps

#include <apps/sedov/sedov.hpp>

#include <apps/over_parts.hpp>
#include <apps/picture.hpp>
#include <apps/sedov/gas.hpp>
#include <apps/sedov/neighbourhood.hpp>
#include <scrump/loops.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::apps {
namespace {

using Told = std::function<void(const SedovStep&)>;

// Values of parts, by their numbers.
// A single part is all of the gas, and is in this process.
class Alone {
  public:
    Gas::Range own(std::size_t particles) const { return {0, particles}; }
    double most(double value) const { return value; }
    template <class T>
    std::vector<T> all(std::vector<T> own) const {
        return own;
    }
    std::size_t meet(const Gas& gas, Neighbourhood& near) const {
        near.assign(gas.seen());
        return 0;
    }
    std::size_t meet_again(const Gas& gas, Neighbourhood& near) const { return meet(gas, near); }
};

// Each process has a part of the particles, those of some blocks: they stay with it, wherever they fly. Before a loop
// it gets ghosts of the particles of other processes that are in the cells around its own.
class Together {
  public:
    explicit Together(const LoopOptions& loop) : loop_(loop), self_(first_part_here(loop)) {}

    Gas::Range own(std::size_t particles) const {
        const std::size_t blocks = (particles + particles_of_block - 1) / particles_of_block;
        const ChunkRule::Range range = part_of(blocks, self_, parts_of(loop_));
        const auto number = [&](std::uint64_t block) {
            return std::min(particles, static_cast<std::size_t>(block) * particles_of_block);
        };
        return {number(range.first), number(range.last)};
    }
    double most(double value) const {
        return over_parts(
            loop_, 0.0, [&](unsigned) { return value; }, [](double a, double b) { return std::max(a, b); });
    }
    template <class T>
    std::vector<T> all(const std::vector<T>& own) const {
        return gather_in_order(loop_, own);
    }

    // Returns the place of the first of one's own particles among those of the neighbourhood, which are in the order of
    // their numbers: first come the ghosts of parts before.
    std::size_t meet(const Gas& gas, Neighbourhood& near) {
        near.assign(gas.seen());
        const ByPart<std::uint32_t> wanted = gather(loop_, near.cells().near_all());
        told_.clear();
        for (std::size_t i = 0; i < gas.size(); ++i) {
            const std::uint32_t cell = near.cells().number_of(gas.positions()[i]);
            const bool is_wanted = std::ranges::any_of(wanted, [&](const auto& part) {
                return part.first != self_ && std::ranges::binary_search(part.second, cell);
            });
            if (is_wanted) told_.push_back(i);
        }
        wanted_ = wanted.at(self_);
        return meet_again(gas, near);
    }
    // The same while all are where they were.
    std::size_t meet_again(const Gas& gas, Neighbourhood& near) const {
        const std::vector<Seen> own = gas.seen();
        std::vector<Seen> told;
        for (const std::size_t i : told_) told.push_back(own[i]);
        std::vector<Seen> everything;
        std::size_t first = 0;
        for (const auto& [part, ghosts] : gather(loop_, told)) {
            if (part == self_) {
                first = everything.size();
                everything.insert(everything.end(), own.begin(), own.end());
                continue;
            }
            for (const Seen& each : ghosts)
                if (std::ranges::binary_search(wanted_, near.cells().number_of(each.position)))
                    everything.push_back(each);
        }
        near.assign(std::move(everything));
        return first;
    }

  private:
    const LoopOptions& loop_;
    const unsigned self_;
    std::vector<std::uint32_t> wanted_;  // cells in which are, or would be, neighbours of this process's particles
    std::vector<std::size_t> told_;      // of its particles those that others want
};

// What is to be told of a step.
template <class Company>
SedovStep state_of(const SedovOptions& options, const Company& company, const Gas& gas, double time) {
    Gas::Sums sums;
    for (const Gas::Sums& block : company.all(gas.sums())) sums += block;
    const std::size_t count = Gas::most_dense(options);
    std::vector<Gas::Dense> densest = company.all(gas.densest(count));
    std::ranges::sort(densest);
    double radii = 0;
    for (std::size_t i = 0; i < count; ++i) radii += densest[i].second;
    return {.time = time,
            .energy = sums.energy,
            .momentum = sums.momentum,
            .shock_radius = radii / static_cast<double>(count)};
}

// Follows the blast. `run(near, first, found, find)` has `found[i] = find(near, first + i)` done for all of the
// company's particles here, and says how that ended.
template <class Company, class Run>
SedovResult follow(const SedovOptions& options, Company company, const Run& run, const Told& told) {
    Gas gas(options, company.own(Gas::particles(options)));
    Neighbourhood near(options);
    SedovResult result;
    std::vector<double> densities(gas.size());
    std::vector<Push> pushes(gas.size());
    const auto look_around = [&] {
        std::size_t first = company.meet(gas, near);
        result.status =
            run(near, first, densities, [](const Neighbourhood& there, std::size_t i) { return there.density_at(i); });
        if (result.status != Status::complete) return false;
        gas.set_densities(densities);
        first = company.meet_again(gas, near);
        result.status =
            run(near, first, pushes, [](const Neighbourhood& there, std::size_t i) { return there.push_at(i); });
        if (result.status == Status::complete) gas.set_pushes(pushes);
        return result.status == Status::complete;
    };
    double time = 0;
    for (unsigned step = 0; step < options.steps; ++step) {
        if (step == 0 && !look_around()) break;
        const double length = Gas::time_step(options, company.most(gas.fastest()));
        gas.begin_step(length);
        if (!look_around()) break;
        gas.end_step(length);
        time += length;
        result.steps.push_back(state_of(options, company, gas, time));
        if (told) told(result.steps.back());
    }
    result.positions = company.all(gas.positions());
    result.densities = company.all(gas.densities());
    return result;
}

// Runs loops over the particles that this process has: each of its localities has a part of them, one after another.
class ParticleLoops {
  public:
    explicit ParticleLoops(const LoopOptions& loop) : loop_(loop) {
        loop_.localities = std::max(loop_.localities, 1U);  // none is one
        loop_.stealing.results_go_home = true;              // where they are looked for
    }

    template <class Found, class Find>
    Status run(const Neighbourhood& near, std::size_t first, std::vector<Found>& found, const Find& find) {
        std::vector<Particles<Found>> parts;
        const std::size_t count = parts_here(loop_);
        for (std::size_t p = 0; p < count; ++p) {
            const std::size_t begin = found.size() * p / count;
            const std::size_t size = found.size() * (p + 1) / count - begin;
            parts.emplace_back(near, first + begin, std::span(found).subspan(begin, size));
        }
        const auto done = distributed_loop(
            loop_, parts, [&](const Neighbourhood& there, std::size_t i, Found& result) { result = find(there, i); });
        costs_.add(done.statistics);
        return done.status;
    }
    const LoopOptions& options() const { return loop_; }
    CostCounter& costs() { return costs_; }

  private:
    LoopOptions loop_;
    CostCounter costs_;
};

}  // namespace

SedovResult run_sedov_serial(const SedovOptions& options) {
    const auto run = [](const Neighbourhood& near, std::size_t first, auto& found, const auto& find) {
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = find(near, first + i);
        return Status::complete;
    };
    return follow(options, Alone(), run, {});
}

SedovResult run_sedov(const SedovOptions& options, const LoopOptions& loop, const Told& told) {
    ParticleLoops loops(loop);
    const auto run = [&](const Neighbourhood& near, std::size_t first, auto& found, const auto& find) {
        return loops.run(near, first, found, find);
    };
    const auto ended = [&](const SedovStep& step) {
        loops.costs().end_step();
        if (told) told(step);
    };
    SedovResult result = has_company(loop) ? follow(options, Together(loops.options()), run, ended)
                                           : follow(options, Alone(), run, ended);
    result.loops = loops.costs().all();
    result.costs = loops.costs().steps();
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

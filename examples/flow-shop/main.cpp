// The permutation flow shop: jobs go through the same machines in the same order; find an order of the jobs that ends
// as early as possible. Instances are Taillard's (Benchmarks for basic scheduling problems, EJOR 64, 1993), generated
// from a seed. Usage: flow-shop [JOBS MACHINES SEED]. With several processes: mpirun -n 4 flow-shop
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <vector>

constexpr std::size_t most_jobs = 64, most_machines = 20;
using Times = std::array<int, most_machines>;  // for each machine

struct Shop {
    std::vector<Times> jobs;  // the time of each job on each machine
    std::size_t machines;
};

Shop taillard(std::size_t jobs, std::size_t machines, std::int64_t seed) {
    Shop shop{std::vector<Times>(jobs), machines};
    for (std::size_t machine = 0; machine < machines; ++machine) {
        for (Times& job : shop.jobs) {
            seed = seed * 16807 % 2147483647;
            job[machine] = 1 + static_cast<int>(static_cast<double>(seed) / 2147483647 * 99);
        }
    }
    return shop;
}

// Some jobs come first, in this order, and some last; all others are in between, in any order.
struct Schedule {
    std::array<std::uint8_t, most_jobs> order{};  // first ones | open ones | last ones
    std::size_t first = 0, open = 0;              // number of each
    Times begin{};                                // when each machine finishes the first ones
    Times end{};                                  // time from each machine's first "last one" to the end
    Times work{};                                 // of the open ones on each machine
    int limit = 0;                                // lower bound of the total time
};

class Append {  // an open job joins the first or the last ones, where the bounds are higher in sum
  public:
    using Space = Shop;
    using Node = Schedule;
    static constexpr bool bounds_never_improve = true;  // children come in order of increasing bound

    Append(const Shop& shop, const Schedule& parent) : shop_(&shop), parent_(&parent) {
        std::array<Child, most_jobs> last;
        std::int64_t sums[2] = {0, 0};
        for (std::size_t i = 0; i < parent.open; ++i) {
            const std::size_t place = parent.first + i;
            children_[i] = {with(parent, place, true).limit, static_cast<std::uint8_t>(place)};
            last[i] = {with(parent, place, false).limit, static_cast<std::uint8_t>(place)};
            sums[0] += children_[i].limit;
            sums[1] += last[i].limit;
        }
        to_first_ = sums[0] >= sums[1];
        if (!to_first_) children_ = last;
        std::sort(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(parent.open));
    }

    bool next(Schedule& child) {
        if (next_ == parent_->open) return false;
        child = with(*parent_, children_[next_++].place, to_first_);
        return true;
    }

    static int objective(const Shop&, const Schedule& node) {
        return node.open == 0 ? node.limit : std::numeric_limits<int>::max();
    }
    static int bound(const Shop&, const Schedule& node) { return node.limit; }

    static Schedule root(const Shop& shop) {
        Schedule all{.open = shop.jobs.size()};
        for (std::size_t job = 0; job < shop.jobs.size(); ++job) {
            all.order[job] = static_cast<std::uint8_t>(job);
            for (std::size_t machine = 0; machine < shop.machines; ++machine)
                all.work[machine] += shop.jobs[job][machine];
        }
        return all;
    }

  private:
    struct Child {
        int limit;
        std::uint8_t place;  // of its job in the parent's order
        auto operator<=>(const Child&) const = default;
    };

    Schedule with(Schedule node, std::size_t place, bool to_first) const {
        const Times& job = shop_->jobs[node.order[place]];
        const std::size_t machines = shop_->machines;
        std::swap(node.order[place], node.order[to_first ? node.first++ : node.first + node.open - 1]);
        --node.open;
        for (std::size_t i = 0; i < machines; ++i) {
            const std::size_t machine = to_first ? i : machines - 1 - i;
            Times& times = to_first ? node.begin : node.end;
            const int before = i == 0 ? 0 : times[to_first ? machine - 1 : machine + 1];
            times[machine] = std::max(times[machine], before) + job[machine];
            node.work[machine] -= job[machine];
        }
        // A machine works on the open jobs after the first ones and before the last ones (Lageweg, Lenstra and Rinnooy
        // Kan 1978); with no open job this is the total time.
        node.limit = 0;
        for (std::size_t machine = 0; machine < machines; ++machine)
            node.limit = std::max(node.limit, node.begin[machine] + node.work[machine] + node.end[machine]);
        return node;
    }

    const Shop* shop_;
    const Schedule* parent_;
    std::array<Child, most_jobs> children_;
    bool to_first_ = true;
    std::size_t next_ = 0;
};

int main(int argc, char** argv) {
    const std::size_t jobs = argc == 4 ? std::strtoul(argv[1], nullptr, 10) : 20;
    const std::size_t machines = argc == 4 ? std::strtoul(argv[2], nullptr, 10) : 5;
    const std::int64_t seed = argc == 4 ? std::strtol(argv[3], nullptr, 10) : 873654221;  // ta001
    if ((argc != 1 && argc != 4) || jobs < 1 || jobs > most_jobs || machines < 1 || machines > most_machines) {
        std::fprintf(stderr, "usage: flow-shop [JOBS MACHINES SEED], at most %zu jobs and %zu machines\n", most_jobs,
                     most_machines);
        return 2;
    }
    return scrump::run_in_session([&](scrump::Session& session) {
        const Shop shop = taillard(jobs, machines, seed);
        const auto best = scrump::minimise<Append>(shop, Append::root(shop), {.session = &session});
        if (!session.first()) return 0;
        std::printf("done after %d:", best.objective);
        for (std::size_t i = 0; i < jobs; ++i) std::printf(" %d", best.node->order[i] + 1);
        std::printf(" (%s, %lu nodes, %.3f s)\n", scrump::name(best.status), best.statistics.total.nodes,
                    best.statistics.seconds);
        return 0;
    });
}

// Scrump as a package of https://github.com/SSoelvsten/bdd-benchmark: this folder is src/scrump there.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../common/adapter.h"

#include <scrump/diagrams.hpp>

namespace scrump {

// The difference of functions, which other packages have.
inline Bdd operator-(const Bdd& f, const Bdd& g) {
    return f & !g;
}

inline Bdd& operator-=(Bdd& f, const Bdd& g) {
    return f = f - g;
}

}  // namespace scrump

/// What both kinds of diagrams have in common.
template <class Function>
class scrump_adapter {
  public:
    static constexpr std::string_view name = "Scrump";

    using dd_t = Function;
    using build_node_t = Function;

    explicit scrump_adapter(int varcount) : all_(static_cast<std::size_t>(varcount)) {
        std::iota(all_.begin(), all_.end(), 0U);
    }

    // The diagrams exist while the program runs, so that their start is not measured apart. As with other packages, the
    // memory (-M) is that of nodes and operation cache.
    template <class Program>
    int run(const Program& program) {
        if (enable_reordering) std::cerr << "Scrump's adapter does not reorder variables (-R)\n";
        scrump::DiagramOptions options;
        options.tasks.workers = static_cast<unsigned>(threads);
        options.memory_limit = static_cast<std::size_t>(M) << 20U;
        const auto run = scrump::run_diagrams(options, [&](scrump::Diagrams& diagrams) {
            diagrams_ = &diagrams;
            const int status = program();
            latest_build_ = {};
            return status;
        });
        statistics_ = run.diagrams;
        return run.value.value();
    }

    Function apply_and(const Function& f, const Function& g) { return f & g; }
    Function apply_or(const Function& f, const Function& g) { return f | g; }
    Function apply_diff(const Function& f, const Function& g) { return f - g; }
    Function apply_xor(const Function& f, const Function& g) { return f ^ g; }

    std::uint64_t nodecount(const Function& f) { return f.nodes(); }

    // What was built last; a constant only if there is no node.
    Function build() {
        has_node_ = false;
        return std::exchange(latest_build_, {});
    }

    std::size_t allocated_nodes() { return diagrams_->statistics().nodes; }
    void save(const Function&, const std::string&) { std::cerr << "Scrump's adapter does not save diagrams\n"; }

    void print_stats() {
        std::cout << "\noperations: " << statistics_.operations << ", found in the cache: " << statistics_.known
                  << ", nodes at most: " << statistics_.peak_nodes << ", growths: " << statistics_.growths
                  << ", collections: " << statistics_.collections << "\n";
    }

  protected:
    scrump::Diagrams& diagrams() { return *diagrams_; }

    Function built(Function constant) {
        if (!has_node_) latest_build_ = constant;
        return constant;
    }
    Function built_node(Function node) {
        has_node_ = true;
        return latest_build_ = std::move(node);
    }

    // The variables that satisfy a predicate.
    std::vector<unsigned> those(const std::function<bool(int)>& has) const {
        std::vector<unsigned> variables;
        for (const unsigned each : all_)
            if (has(static_cast<int>(each))) variables.push_back(each);
        return variables;
    }

    std::vector<unsigned> all_;

  private:
    scrump::Diagrams* diagrams_ = nullptr;
    scrump::DiagramStatistics statistics_{};
    Function latest_build_;
    bool has_node_ = false;
};

/// Functions: the edges of their diagrams have complements.
class scrump_bcdd_adapter : public scrump_adapter<scrump::Bdd> {
  public:
    using Bdd = scrump::Bdd;

    static constexpr std::string_view dd = "BCDD";
    static constexpr bool needs_extend = false;
    static constexpr bool needs_frame_rule = false;
    static constexpr bool complement_edges = true;

    using scrump_adapter::scrump_adapter;

    Bdd top() { return diagrams().yes(); }
    Bdd bot() { return diagrams().no(); }
    Bdd ithvar(int variable) { return diagrams().variable(static_cast<unsigned>(variable)); }
    Bdd nithvar(int variable) { return !ithvar(variable); }

    template <class Iterator>
    Bdd cube(Iterator begin, Iterator end) {
        return diagrams().cube({begin, end});
    }
    Bdd cube(const std::function<bool(int)>& has) { return diagrams().cube(those(has)); }

    Bdd apply_imp(const Bdd& f, const Bdd& g) { return f.implies(g); }
    Bdd apply_xnor(const Bdd& f, const Bdd& g) { return !(f ^ g); }
    Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h) { return f.ite(g, h); }

    template <class Iterator>
    Bdd extend(const Bdd& f, Iterator, Iterator) {
        return f;
    }

    Bdd exists(const Bdd& f, int variable) { return f.exists(ithvar(variable)); }
    Bdd exists(const Bdd& f, const std::function<bool(int)>& has) { return f.exists(cube(has)); }
    template <class Iterator>
    Bdd exists(const Bdd& f, Iterator begin, Iterator end) {
        return f.exists(cube(begin, end));
    }
    Bdd forall(const Bdd& f, int variable) { return f.for_all(ithvar(variable)); }
    Bdd forall(const Bdd& f, const std::function<bool(int)>& has) { return f.for_all(cube(has)); }
    template <class Iterator>
    Bdd forall(const Bdd& f, Iterator begin, Iterator end) {
        return f.for_all(cube(begin, end));
    }

    Bdd relnext(const Bdd& states, const Bdd& relation, const Bdd& support) {
        return diagrams().successors(states, scrump::TransitionRelation{relation, state_cube(support)});
    }
    Bdd relprev(const Bdd& states, const Bdd& relation, const Bdd& support) {
        return diagrams().predecessors(states, scrump::TransitionRelation{relation, state_cube(support)});
    }

    std::uint64_t satcount(const Bdd& f) { return satcount(f, all_.size()); }
    std::uint64_t satcount(const Bdd& f, std::size_t varcount) {
        const int unused = static_cast<int>(all_.size()) - static_cast<int>(varcount);
        return static_cast<std::uint64_t>(std::ldexp(diagrams().count_roughly(f, all_), -unused));
    }

    Bdd satone(const Bdd& f) {
        const auto path = pickcube(f);
        Bdd cube = f.is_false() ? bot() : top();
        for (auto each = path.rbegin(); each != path.rend(); ++each) cube = literal(each->first, each->second, cube);
        return cube;
    }
    // An assignment of all variables of a cube.
    Bdd satone(const Bdd& f, const Bdd& variables) {
        const std::vector<unsigned> support = variables.support();
        const auto values = diagrams().pick(f, support);
        Bdd cube = values ? top() : bot();
        for (std::size_t each = values ? support.size() : 0; each-- > 0;)
            cube = literal(static_cast<int>(support[each]), (*values)[each] ? '1' : '0', cube);
        return cube;
    }
    std::vector<std::pair<int, char>> pickcube(Bdd f) {
        std::vector<std::pair<int, char>> path;
        while (!f.is_true() && !f.is_false()) {
            const bool value = f.low().is_false();
            path.emplace_back(static_cast<int>(f.variable()), value ? '1' : '0');
            f = value ? f.high() : f.low();
        }
        return path;
    }

    void print_dot(const Bdd& f, const std::string& filename) {
        std::ofstream file(filename);
        diagrams().write_dot(file, std::vector{f}, std::vector<std::string>{"f"});
    }

    Bdd build_node(bool value) { return built(value ? top() : bot()); }
    Bdd build_node(int variable, const Bdd& low, const Bdd& high) {
        return built_node(diagrams().node(static_cast<unsigned>(variable), low, high));
    }

  private:
    Bdd literal(int variable, char value, const Bdd& below) {
        const auto number = static_cast<unsigned>(variable);
        return value == '1' ? diagrams().node(number, bot(), below) : diagrams().node(number, below, bot());
    }

    // The state variables of a relation whose cube has variables of states and of next states.
    Bdd state_cube(const Bdd& support) {
        std::vector<unsigned> variables = support.support();
        for (unsigned& each : variables) each &= ~1U;
        return diagrams().cube(std::move(variables));
    }
};

namespace scrump {

// The complement of a family, among all sets of the variables of the adapter.
Zdd operator~(const Zdd& f);

}  // namespace scrump

/// Families: a function is that of the sets of variables that are true where it holds.
class scrump_zdd_adapter : public scrump_adapter<scrump::Zdd> {
  public:
    using Zdd = scrump::Zdd;

    static constexpr std::string_view dd = "ZDD";
    static constexpr bool needs_extend = true;
    static constexpr bool needs_frame_rule = true;
    static constexpr bool complement_edges = false;

    explicit scrump_zdd_adapter(int varcount) : scrump_adapter(varcount) { only = this; }

    Zdd top() { return Zdd::power_set(diagrams(), all_); }
    Zdd bot() { return Zdd::empty(diagrams()); }
    Zdd ithvar(int variable) { return top() - nithvar(variable); }
    Zdd nithvar(int variable) { return top().subset0(static_cast<unsigned>(variable)); }

    Zdd apply_imp(const Zdd& f, const Zdd& g) { return ~f | g; }
    Zdd apply_xnor(const Zdd& f, const Zdd& g) { return ~(f ^ g); }
    Zdd ite(const Zdd& f, const Zdd& g, const Zdd& h) { return (f & g) | (h - f); }

    template <class Iterator>
    Zdd extend(const Zdd& f, Iterator begin, Iterator end) {
        return f.join(Zdd::power_set(diagrams(), {begin, end}));
    }

    // The variables are not in the result any more.
    Zdd exists(const Zdd& f, int variable) {
        const auto element = static_cast<unsigned>(variable);
        return f.subset0(element) | f.subset1(element);
    }
    Zdd exists(Zdd f, const std::function<bool(int)>& has) {
        for (const unsigned each : those(has)) f = exists(f, static_cast<int>(each));
        return f;
    }
    template <class Iterator>
    Zdd exists(Zdd f, Iterator begin, Iterator end) {
        for (; begin != end; ++begin) f = exists(f, static_cast<int>(*begin));
        return f;
    }
    Zdd forall(const Zdd& f, int variable) {
        const auto element = static_cast<unsigned>(variable);
        return f.subset0(element) & f.subset1(element);
    }
    Zdd forall(Zdd f, const std::function<bool(int)>& has) {
        for (const unsigned each : those(has)) f = forall(f, static_cast<int>(each));
        return f;
    }
    template <class Iterator>
    Zdd forall(Zdd f, Iterator begin, Iterator end) {
        for (; begin != end; ++begin) f = forall(f, static_cast<int>(*begin));
        return f;
    }

    std::uint64_t satcount(const Zdd& f) { return static_cast<std::uint64_t>(f.count().approximate); }
    std::uint64_t satcount(const Zdd& f, std::size_t) { return satcount(f); }

    std::vector<std::pair<int, char>> pickcube(const Zdd& f) {
        std::vector<std::pair<int, char>> elements;
        for (const unsigned each : f.pick().value_or(Zdd::Set{})) elements.emplace_back(static_cast<int>(each), '1');
        return elements;
    }

    void print_dot(const Zdd&, const std::string&) { std::cerr << "Scrump's adapter does not draw families\n"; }

    Zdd build_node(bool value) { return built(value ? Zdd::unit(diagrams()) : bot()); }
    Zdd build_node(int variable, const Zdd& low, const Zdd& high) {
        return built_node(Zdd::node(static_cast<unsigned>(variable), low, high));
    }

  private:
    friend Zdd scrump::operator~(const Zdd& f);

    static inline scrump_zdd_adapter* only = nullptr;  // a program has one
};

inline scrump::Zdd scrump::operator~(const Zdd& f) {
    return scrump_zdd_adapter::only->top() - f;
}

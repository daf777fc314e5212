#pragma once
// Raises a subproblem's bound by a linear program: the cost of fractional tours that satisfy more and more cuts. (G.
// Dantzig, R. Fulkerson and S. Johnson, 1954; M. W. Padberg and G. Rinaldi, "A branch-and-cut algorithm for the
// resolution of large-scale symmetric traveling salesman problems", SIAM Review 33, 1991.)
//
// The program has columns for some open edges. Their prices give reduced costs of all open edges; those that are
// negative get columns, too, so the bound is that of all edges. What the floating-point solver says is never believed:
// all bounds are those of priced_edges.hpp. The result depends only on what is given to raise(), so that any worker and
// any process finds the same.

#include <scrump/problems/tsp/detail/ascent.hpp>
#include <scrump/problems/tsp/detail/edge_set.hpp>
#include <scrump/problems/tsp/detail/linear_program.hpp>
#include <scrump/problems/tsp/detail/priced_edges.hpp>
#include <scrump/problems/tsp/detail/separation.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace scrump::tsp {

class CuttingPlanes {
  public:
    /// Raises the bound of the subproblem `edges`, removing and forcing edges there, and sorting them by their reduced
    /// costs: those that come first are the first columns. `cuts` are put into the program at once. `hurried()` ends it
    /// early.
    AscentEnd raise(const Instance& instance, EdgeSet& edges, std::span<const Cut> cuts, Scaled limit,
                    const std::function<bool()>& hurried);

    Scaled bound() const { return best_; }
    /// If raise() returned `tour`: a shortest one.
    const Tour& tour() const { return tour_; }
    /// Cuts that have a price, for children.
    std::vector<Cut> binding_cuts() const;
    /// The open edge to branch on: strong branching. None if no program was solved.
    std::optional<Edge> choose();

  private:
    enum class Step { go_on, stuck, above, tour };

    void begin(std::span<const Cut> cuts);
    Step solve();
    void add_columns(std::span<const Edge> edges);
    bool add_missing_columns();
    void add_cuts(std::span<const Cut> cuts);
    void drop_slack_cuts();
    void price(std::span<const double> rows, double factor);
    bool prove_infeasible();
    bool settle();
    void limit_columns();
    void read_solution();
    bool find_tour();
    bool separate();
    std::vector<LeftBy> narrow_sets(std::span<const LeftBy> found) const;
    std::vector<int> candidates() const;
    double rise_if(int column, double value, const LinearProgram::Basis& basis, double gap);

    std::uint32_t& column_at(Edge edge) { return column_of_[edge.a * instance_->size() + edge.b]; }
    std::uint32_t column_at(Edge edge) const { return column_of_[edge.a * instance_->size() + edge.b]; }

    const Instance* instance_ = nullptr;
    EdgeSet* edges_ = nullptr;
    Scaled limit_ = 0;
    Scaled best_ = 0;
    std::unique_ptr<LinearProgram> program_;
    std::vector<Cut> cuts_;
    std::vector<Edge> columns_;
    std::vector<std::uint32_t> column_of_;  // from 1 on; 0: none
    Prices prices_;
    PricedEdges priced_;
    std::vector<Valued> solution_;
    Tour tour_;
    bool solved_ = false;  // the program, after its last change except by cuts
};

}  // namespace scrump::tsp

#include <scrump/problems/tsp/detail/linear_program.hpp>

#include <Clp_C_Interface.h>
#include <dlfcn.h>

#include <limits>
#include <utility>

namespace scrump::tsp {
namespace {

/// Clp's interface in C, from its shared library.
class Clp {
    void* const library_ = ::dlopen("libClp.so.1", RTLD_LAZY | RTLD_LOCAL);
    bool loaded_ = library_ != nullptr;

    template <class Function>
    Function load(const char* name) {
        const auto function = loaded_ ? reinterpret_cast<Function>(::dlsym(library_, name)) : nullptr;
        loaded_ = function != nullptr;
        return function;
    }

  public:
    bool loaded() const { return loaded_; }

    decltype(&::Clp_addColumns) addColumns = load<decltype(addColumns)>("Clp_addColumns");
    decltype(&::Clp_addRows) addRows = load<decltype(addRows)>("Clp_addRows");
    decltype(&::Clp_columnLower) columnLower = load<decltype(columnLower)>("Clp_columnLower");
    decltype(&::Clp_columnUpper) columnUpper = load<decltype(columnUpper)>("Clp_columnUpper");
    decltype(&::Clp_copyinStatus) copyinStatus = load<decltype(copyinStatus)>("Clp_copyinStatus");
    decltype(&::Clp_deleteModel) deleteModel = load<decltype(deleteModel)>("Clp_deleteModel");
    decltype(&::Clp_dual) dual = load<decltype(dual)>("Clp_dual");
    decltype(&::Clp_dualRowSolution) dualRowSolution = load<decltype(dualRowSolution)>("Clp_dualRowSolution");
    decltype(&::Clp_freeRay) freeRay = load<decltype(freeRay)>("Clp_freeRay");
    decltype(&::Clp_infeasibilityRay) infeasibilityRay = load<decltype(infeasibilityRay)>("Clp_infeasibilityRay");
    decltype(&::Clp_newModel) newModel = load<decltype(newModel)>("Clp_newModel");
    decltype(&::Clp_numberColumns) numberColumns = load<decltype(numberColumns)>("Clp_numberColumns");
    decltype(&::Clp_numberIterations) numberIterations = load<decltype(numberIterations)>("Clp_numberIterations");
    decltype(&::Clp_numberRows) numberRows = load<decltype(numberRows)>("Clp_numberRows");
    decltype(&::Clp_objectiveValue) objectiveValue = load<decltype(objectiveValue)>("Clp_objectiveValue");
    decltype(&::Clp_primalColumnSolution) primalColumnSolution =
        load<decltype(primalColumnSolution)>("Clp_primalColumnSolution");
    decltype(&::Clp_resize) resize = load<decltype(resize)>("Clp_resize");
    decltype(&::Clp_rowLower) rowLower = load<decltype(rowLower)>("Clp_rowLower");
    decltype(&::Clp_rowUpper) rowUpper = load<decltype(rowUpper)>("Clp_rowUpper");
    decltype(&::Clp_setLogLevel) setLogLevel = load<decltype(setLogLevel)>("Clp_setLogLevel");
    decltype(&::Clp_setMaximumIterations) setMaximumIterations =
        load<decltype(setMaximumIterations)>("Clp_setMaximumIterations");
    decltype(&::Clp_status) status = load<decltype(status)>("Clp_status");
    decltype(&::Clp_statusArray) statusArray = load<decltype(statusArray)>("Clp_statusArray");
};

/// It is never unloaded, as other threads may use it until the end.
const Clp& clp() {
    static const Clp* const clp = new Clp;
    return *clp;
}

}  // namespace

struct LinearProgram::Model {
    Model() : simplex(clp().newModel()) {}
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    ~Model() { clp().deleteModel(simplex); }

    std::size_t rows() const { return static_cast<std::size_t>(clp().numberRows(simplex)); }
    std::size_t columns() const { return static_cast<std::size_t>(clp().numberColumns(simplex)); }

    Clp_Simplex* const simplex;
};

bool LinearProgram::available() {
    return clp().loaded();
}

LinearProgram::LinearProgram(int equalities) : model_(std::make_unique<Model>()) {
    clp().setLogLevel(model_->simplex, 0);
    clp().resize(model_->simplex, equalities, 0);
    for (int row = 0; row < equalities; ++row)
        clp().rowLower(model_->simplex)[row] = clp().rowUpper(model_->simplex)[row] = 2;
}

LinearProgram::~LinearProgram() = default;

void LinearProgram::add_columns(const LinearProgramPart& columns) {
    const std::vector<double> least(columns.numbers.size(), 0);
    const std::vector<double> most(columns.numbers.size(), 1);
    clp().addColumns(model_->simplex, columns.size(), least.data(), most.data(), columns.numbers.data(),
                     columns.starts.data(), columns.indices.data(), columns.factors.data());
}

void LinearProgram::add_rows(const LinearProgramPart& rows) {
    const std::vector<double> most(rows.numbers.size(), std::numeric_limits<double>::max());
    clp().addRows(model_->simplex, rows.size(), rows.numbers.data(), most.data(), rows.starts.data(),
                  rows.indices.data(), rows.factors.data());
}

void LinearProgram::limit(int column, double least, double most) {
    clp().columnLower(model_->simplex)[column] = least;
    clp().columnUpper(model_->simplex)[column] = most;
}

LinearProgram::End LinearProgram::solve(int iterations) {
    Clp_Simplex* const model = model_->simplex;
    clp().setMaximumIterations(model, clp().numberIterations(model) + iterations);
    clp().dual(model, 0);
    const int status = clp().status(model);
    const std::size_t rows = model_->rows();
    if (status == 1) {
        double* const ray = clp().infeasibilityRay(model);
        if (ray == nullptr) return End::unsolved;
        prices_.assign(ray, ray + rows);
        clp().freeRay(model, ray);
        return End::infeasible;
    }
    const double* const prices = clp().dualRowSolution(model);
    prices_.assign(prices, prices + rows);
    return status == 0 ? End::optimal : End::unsolved;
}

int LinearProgram::rows() const {
    return clp().numberRows(model_->simplex);
}

int LinearProgram::columns() const {
    return clp().numberColumns(model_->simplex);
}

double LinearProgram::cost() const {
    return clp().objectiveValue(model_->simplex);
}

std::span<const double> LinearProgram::values() const {
    return {clp().primalColumnSolution(model_->simplex), model_->columns()};
}

std::vector<bool> LinearProgram::basic_rows() const {
    constexpr unsigned char state = 7;
    constexpr unsigned char is_basic = 1;
    const unsigned char* const states = clp().statusArray(model_->simplex) + model_->columns();
    std::vector<bool> basic(model_->rows());
    for (std::size_t row = 0; row < basic.size(); ++row) basic[row] = (states[row] & state) == is_basic;
    return basic;
}

LinearProgram::Basis LinearProgram::basis() const {
    const unsigned char* const states = clp().statusArray(model_->simplex);
    return {states, states + model_->rows() + model_->columns()};
}

void LinearProgram::return_to(const Basis& basis) {
    clp().copyinStatus(model_->simplex, basis.data());
}

}  // namespace scrump::tsp

// Functions that compiled models call to say which slots they read and write: those of LTSmin's dm.h.

#include <scrump/problems/pins/detail/host.hpp>
#include <scrump/problems/pins/detail/host_function.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace scrump::pins::detail {

static_assert(sizeof(Matrix) <= 15 * sizeof(std::size_t), "models have room for LTSmin's structure");

std::size_t Matrix::index(int row, int column) const {
    if (row < 0 || row >= rows || column < 0 || column >= columns)
        throw Error("the model looks for row " + std::to_string(row) + ", column " + std::to_string(column) +
                    " in a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns");
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
}

std::vector<int> Matrix::slots_of(int row) const {
    std::vector<int> slots;
    for (int column = 0; column < columns; ++column)
        if (at(row, column)) slots.push_back(column);
    return slots;
}

namespace {

std::size_t size_of(const Matrix& matrix) {
    return static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.columns);
}

}  // namespace

void use_matrix_functions() {}

extern "C" {

SCRUMP_HOST void dm_create(Matrix* matrix, int rows, int columns) {
    if (rows < 0 || columns < 0) throw Error("the model makes a matrix of a negative size");
    *matrix = {.rows = rows, .columns = columns, .cells = nullptr};
    matrix->cells = static_cast<unsigned char*>(std::calloc(std::max<std::size_t>(size_of(*matrix), 1), 1));
    if (matrix->cells == nullptr) throw std::bad_alloc();
}
SCRUMP_HOST void dm_free(Matrix* matrix) {
    std::free(matrix->cells);
    matrix->cells = nullptr;
}
SCRUMP_HOST int dm_nrows(const Matrix* matrix) {
    return matrix->rows;
}
SCRUMP_HOST int dm_ncols(const Matrix* matrix) {
    return matrix->columns;
}
SCRUMP_HOST void dm_set(Matrix* matrix, int row, int column) {
    matrix->cells[matrix->index(row, column)] = 1;
}
SCRUMP_HOST void dm_unset(Matrix* matrix, int row, int column) {
    matrix->cells[matrix->index(row, column)] = 0;
}
SCRUMP_HOST int dm_is_set(const Matrix* matrix, int row, int column) {
    return matrix->at(row, column) ? 1 : 0;
}
SCRUMP_HOST void dm_fill(Matrix* matrix) {
    std::fill_n(matrix->cells, size_of(*matrix), static_cast<unsigned char>(1));
}
SCRUMP_HOST void dm_clear(Matrix* matrix) {
    std::fill_n(matrix->cells, size_of(*matrix), static_cast<unsigned char>(0));
}
SCRUMP_HOST void dm_copy(const Matrix* from, Matrix* to) {
    dm_create(to, from->rows, from->columns);
    std::copy_n(from->cells, size_of(*from), to->cells);
}
SCRUMP_HOST void dm_apply_or(Matrix* to, const Matrix* other) {
    if (to->rows != other->rows || to->columns != other->columns)
        throw Error("the model joins two matrices of different sizes");
    for (std::size_t i = 0; i < size_of(*to); ++i) to->cells[i] |= other->cells[i];
}
SCRUMP_HOST int dm_ones_in_row(const Matrix* matrix, int row) {
    return static_cast<int>(matrix->slots_of(row).size());
}

}  // extern "C"

}  // namespace scrump::pins::detail

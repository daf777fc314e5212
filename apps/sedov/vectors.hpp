#pragma once
// Sums and products of vectors.

#include <apps/sedov/sedov.hpp>

#include <cstddef>

namespace scrump::apps {

inline Vector operator-(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline void add(Vector& to, double factor, const Vector& what) {
    for (std::size_t axis = 0; axis < 3; ++axis) to[axis] += factor * what[axis];
}

}  // namespace scrump::apps

#pragma once
// What a generator and a fold need to name columns of nodes. Only a program with such a generator includes the columns.

#include <type_traits>

namespace scrump {

/// A node that can be kept in columns: it is identified by its bytes.
template <class Node>
concept ColumnNode = std::is_trivially_copyable_v<Node>;

template <ColumnNode NodeType>
class NodeColumns;

}  // namespace scrump

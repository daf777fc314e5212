#pragma once
// What a compiled model has told its host: names, types and functions. The functions that it calls for that are in
// host_*.cpp: their names, and the layout of their arguments, are those of LTSmin's interface.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scrump::pins::detail {

/// Representation of the values of a type, by LTSmin's numbers.
enum class Format : int { direct, range, chunk, enumeration, boolean, trilean, signed_32 };

struct ValueType {
    std::string name{};
    Format format = Format::chunk;
    int min = 0;
    int max = 0;
};

/// A slot of a state, or a label.
struct Named {
    std::string name{};
    int type = -1;  ///< number; -1: not said
};

/// The slots, labels and types of a model. An index that does not exist throws Error.
struct Signature {
    std::vector<Named> slots{};
    std::vector<Named> state_labels{};
    std::vector<Named> edge_labels{};
    std::vector<ValueType> types{};

    /// Number of the type of that name; -1: there is none.
    int find_type(std::string_view name) const;
    /// The same; the type is added if there is none.
    int type_named(std::string_view name, Format format, int* is_new);
};

[[noreturn]] void fail_number(int number, std::size_t size, const char* what);

/// An element with a number that a model gave. Throws Error if there is none.
template <class Elements>
auto& element(Elements& all, int number, const char* what) {
    if (number < 0 || static_cast<std::size_t>(number) >= all.size()) fail_number(number, all.size(), what);
    return all[static_cast<std::size_t>(number)];
}

/// Which slots groups of transitions or labels read or write. It lies in memory of the model, which has room for
/// LTSmin's own structure: 120 bytes where words have 64 bits.
struct Matrix {
    int rows;
    int columns;
    unsigned char* cells;

    bool at(int row, int column) const { return cells[index(row, column)] != 0; }
    std::size_t index(int row, int column) const;
    /// The slots of a row, in their order.
    std::vector<int> slots_of(int row) const;
};

struct TransitionInfo {
    int* labels;
    int group;
    int proviso;
};

struct Host;
using TakeTransition = void (*)(void* context, TransitionInfo* info, int* to, int* copied);
using NextOfGroup = int (*)(Host* host, int group, int* from, TakeTransition take, void* context);
using NextOfAll = int (*)(Host* host, int* from, TakeTransition take, void* context);
using LabelOf = int (*)(Host* host, int label, int* state);
using AllLabels = void (*)(Host* host, int* state, int* labels);
using LabelsOfGroup = void (*)(Host* host, int group, int* state, int* labels);

/// Texts for the numbers of a type.
struct ValueNames {
    std::deque<std::string> texts{};  ///< at addresses that stay
    std::vector<bool> is_known{};
    std::unordered_map<std::string, int> numbers{};

    /// Number of a text, the first that it got; -1: it has none.
    int find(const std::string& text) const;
    void put(std::size_t number, std::string_view text);
};

/// A model, as its functions know it: they get its address.
struct Host {
    Signature* signature = nullptr;
    std::vector<int> initial{};
    std::vector<ValueNames> values{};  ///< by type
    void* context = nullptr;           ///< the model's own
    Matrix* dependencies = nullptr;
    Matrix groups_alone{};  ///< where nothing but their number is known
    Matrix* label_dependencies = nullptr;
    std::vector<std::pair<std::string, Matrix*>> matrices{};
    std::vector<void*> label_groups{};
    NextOfGroup next_long = nullptr;
    NextOfGroup next_short = nullptr;
    NextOfAll next_all = nullptr;
    LabelOf label_long = nullptr;
    LabelOf label_short = nullptr;
    AllLabels all_labels = nullptr;
    LabelsOfGroup labels_of_group = nullptr;
    bool is_explored = false;  ///< the names of values stay as they are

    int groups() const { return dependencies == nullptr ? 0 : dependencies->rows; }
    /// All transitions from a state, whichever functions there are for that.
    void transitions(int* from, TakeTransition take, void* to);
    /// Those of one group.
    int transitions_of(int group, int* from, TakeTransition take, void* to);
    int label(int label, int* state);

    /// Text of a value of that type.
    std::string text_of(int type, int value) const;
    /// Number of a text of that type; it gets one if it has none.
    int number_of(int type, std::string_view text);
    void name_value(int type, std::size_t number, std::string_view text);

  private:
    ValueNames& values_of(int type);
};

/// A signature that lasts as long as the process.
Signature& make_signature(Signature from);
/// A host that lasts as long as the process: functions of the model may keep its address.
Host& make_host();

/// Links in the functions that models call.
void use_host_functions();
void use_signature_functions();
void use_matrix_functions();

}  // namespace scrump::pins::detail

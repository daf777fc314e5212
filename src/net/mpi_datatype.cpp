#include "element_layout.hpp"

#include <scrump/base/error.hpp>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace scrump::detail {
namespace {

// A communicator of this process alone, with which errors are answers.
class OwnCommunicator {
  public:
    OwnCommunicator() {
        MPI_Comm_dup(MPI_COMM_SELF, &communicator_);
        MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
    }
    ~OwnCommunicator() { MPI_Comm_free(&communicator_); }
    OwnCommunicator(const OwnCommunicator&) = delete;
    OwnCommunicator& operator=(const OwnCommunicator&) = delete;

    MPI_Comm get() const { return communicator_; }

  private:
    MPI_Comm communicator_ = MPI_COMM_NULL;
};

void expect_success(int code) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw UsageError("the MPI datatype of the data cannot be used, is it committed? " +
                     std::string(text.data(), static_cast<std::size_t>(length)));
}

// The bytes of an element among all from its first to its last: those that are set if an element of set bytes is put
// where none is.
std::string bytes_of_element(MPI_Datatype type, MPI_Aint lower, MPI_Aint span) {
    const OwnCommunicator alone;
    const auto length = static_cast<std::size_t>(span);
    std::string set(length, '\xff');
    std::string element(length, '\0');
    int size = 0;
    expect_success(MPI_Pack_size(1, type, alone.get(), &size));
    std::string packed(static_cast<std::size_t>(size), '\0');
    int packed_size = 0;
    expect_success(MPI_Pack(set.data() - lower, 1, type, packed.data(), size, &packed_size, alone.get()));
    int position = 0;
    expect_success(MPI_Unpack(packed.data(), packed_size, &position, element.data() - lower, 1, type, alone.get()));
    return element;
}

}  // namespace

ElementLayout layout_of_datatype(int datatype) {
    const MPI_Datatype type = MPI_Type_f2c(datatype);
    if (type == MPI_DATATYPE_NULL) throw UsageError("the datatype of the data is MPI_DATATYPE_NULL");
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Aint span = 0;
    expect_success(MPI_Type_get_extent(type, &lower, &extent));
    expect_success(MPI_Type_get_true_extent(type, &lower, &span));
    ElementLayout layout{.extent = extent};
    if (span <= 0) return layout;
    const std::string bytes = bytes_of_element(type, lower, span);
    for (std::size_t begin = bytes.find('\xff'); begin != std::string::npos;) {
        const std::size_t end = std::min(bytes.find('\0', begin), bytes.size());
        layout.runs.push_back({.offset = static_cast<std::ptrdiff_t>(begin) + lower, .size = end - begin});
        begin = bytes.find('\xff', end);
    }
    return layout;
}

}  // namespace scrump::detail

#include "state_bytes.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

enum Tag : unsigned char {
    none,
    no,
    yes,
    integer,
    long_integer,
    real,
    text,
    bytes,
    tuple,
    list,
    set,
    frozen_set,
    dict,
    small = 16,
};

constexpr long long least_small = -16;
constexpr long long most_small = least_small + 255 - small;

class Writer {
  public:
    Writer(const char* what, nb::handle whole, std::string& to) : what_(what), whole_(whole), to_(to) {}

    void put(nb::handle value) {
        PyObject* const it = value.ptr();
        if (PyLong_CheckExact(it) != 0) return put_integer(it);
        if (PyTuple_CheckExact(it) != 0) return put_sequence(tuple, value);
        if (PyUnicode_CheckExact(it) != 0) return put_text(it);
        if (it == Py_None) return put_tag(none);
        if (PyBool_Check(it) != 0) return put_tag(it == Py_True ? yes : no);
        if (PyFloat_CheckExact(it) != 0) return put_real(PyFloat_AsDouble(it));
        if (PyBytes_CheckExact(it) != 0) return put_bytes(bytes, {PyBytes_AsString(it), size_of(PyBytes_Size(it))});
        if (PyList_CheckExact(it) != 0) return put_sequence(list, value);
        if (PyAnySet_CheckExact(it) != 0) return put_set(PyFrozenSet_CheckExact(it) != 0 ? frozen_set : set, value);
        if (PyDict_CheckExact(it) != 0) return put_dict(value);
        if (is_of_numpy(value)) {
            const nb::object item = value.attr("item")();
            if (!item.type().is(value.type())) return put(item);  // it has the same type for numbers that Python lacks
        }
        refuse(value);
    }

  private:
    // A container may contain itself.
    class Deeper {
      public:
        Deeper() {
            if (Py_EnterRecursiveCall(" in a state") != 0) nb::raise_python_error();
        }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { Py_LeaveRecursiveCall(); }
    };

    // One of NumPy's numbers or texts, which are equal to Python's.
    static bool is_of_numpy(nb::handle value) {
        const auto modules = nb::cast<nb::dict>(nb::module_::import_("sys").attr("modules"));
        if (!modules.contains("numpy")) return false;
        return nb::isinstance(value, modules["numpy"].attr("generic"));
    }

    static std::size_t size_of(Py_ssize_t size) { return static_cast<std::size_t>(size); }

    void put_tag(unsigned char tag) { to_.push_back(static_cast<char>(tag)); }
    void put_number(std::uint64_t number) {
        for (; number >= 0x80; number >>= 7U) to_.push_back(static_cast<char>(number | 0x80U));
        to_.push_back(static_cast<char>(number));
    }
    void put_bytes(Tag tag, std::string_view some) {
        put_tag(tag);
        put_number(some.size());
        to_.append(some);
    }

    void put_integer(PyObject* number) {
        int overflow = 0;
        const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
        if (overflow != 0) return put_long(number);
        if (value >= least_small && value <= most_small)
            return put_tag(static_cast<unsigned char>(small + (value - least_small)));
        put_tag(integer);
        const auto bits = static_cast<std::uint64_t>(value);
        put_number(value < 0 ? ~(bits << 1U) : bits << 1U);
    }
    void put_long(nb::handle number) {
        const auto bits = nb::cast<std::size_t>(number.attr("bit_length")());
        const nb::object written = number.attr("to_bytes")(bits / 8 + 1, "little", nb::arg("signed") = true);
        put_bytes(long_integer, {PyBytes_AsString(written.ptr()), size_of(PyBytes_Size(written.ptr()))});
    }
    // One of several equal numbers stands for all, and one NaN for all.
    void put_real(double number) {
        if (number == 0) number = 0;
        if (std::isnan(number)) number = std::numeric_limits<double>::quiet_NaN();
        put_tag(real);
        char raw[sizeof number];
        std::memcpy(raw, &number, sizeof raw);
        to_.append(raw, sizeof raw);
    }
    void put_text(PyObject* string) {
        Py_ssize_t size = 0;
        if (const char* const utf8 = PyUnicode_AsUTF8AndSize(string, &size))
            return put_bytes(text, {utf8, size_of(size)});
        PyErr_Clear();  // halves of characters, as names of files may have
        const nb::object raw = nb::steal(PyUnicode_AsEncodedString(string, "utf-8", "surrogatepass"));
        if (!raw.is_valid()) nb::raise_python_error();
        put_bytes(text, {PyBytes_AsString(raw.ptr()), size_of(PyBytes_Size(raw.ptr()))});
    }

    void put_sequence(Tag tag, nb::handle values) {
        const Deeper deeper;
        put_tag(tag);
        put_number(nb::len(values));
        for (const nb::handle each : values) put(each);
    }
    void put_set(Tag tag, nb::handle values) {
        std::vector<std::string> written;
        for (const nb::handle each : values) written.push_back(apart([&](Writer& writer) { writer.put(each); }));
        put_sorted(tag, written);
    }
    void put_dict(nb::handle values) {
        std::vector<std::string> written;
        for (const auto [key, value] : nb::borrow<nb::dict>(values)) {
            written.push_back(apart([&, key = key, value = value](Writer& writer) {
                writer.put(key);
                writer.put(value);
            }));
        }
        put_sorted(dict, written);
    }
    template <class Put>
    std::string apart(const Put& put_some) {
        const Deeper deeper;
        std::string some;
        Writer writer(what_, whole_, some);
        put_some(writer);
        return some;
    }
    void put_sorted(Tag tag, std::vector<std::string>& written) {
        std::sort(written.begin(), written.end());
        put_tag(tag);
        put_number(written.size());
        for (const std::string& each : written) to_.append(each);
    }

    [[noreturn]] void refuse(nb::handle value) const {
        throw UsageError(std::string(what_) + " " + shown_value(whole_, 200) + " has a value of type '" +
                         nb::type_name(value.type()).c_str() +
                         "'; expected numbers, texts, bytes, None, and tuples, lists, sets and dicts of them; "
                         "convert other values with encode= and decode=");
    }

    const char* const what_;
    const nb::handle whole_;  // for messages
    std::string& to_;
};

class Reader {
  public:
    explicit Reader(std::string_view from) : from_(from) {}

    nb::object get() {
        const unsigned char tag = get_byte();
        if (tag >= small) return nb::int_(least_small + (tag - small));
        switch (tag) {
            case none:
                return nb::none();
            case no:
            case yes:
                return nb::bool_(tag == yes);
            case integer: {
                const std::uint64_t number = get_number();
                const auto half = static_cast<long long>(number >> 1U);
                return nb::int_((number & 1U) != 0 ? -1 - half : half);
            }
            case long_integer: {
                const std::string_view raw = get_bytes();
                return nb::module_::import_("builtins")
                    .attr("int")
                    .attr("from_bytes")(nb::bytes(raw.data(), raw.size()), "little", nb::arg("signed") = true);
            }
            case real: {
                double number = 0;
                std::memcpy(&number, get_bytes(sizeof number).data(), sizeof number);
                return nb::float_(number);
            }
            case text: {
                const std::string_view utf8 = get_bytes();
                const auto size = static_cast<Py_ssize_t>(utf8.size());
                nb::object string = nb::steal(PyUnicode_DecodeUTF8(utf8.data(), size, "surrogatepass"));
                if (!string.is_valid()) nb::raise_python_error();
                return string;
            }
            case bytes: {
                const std::string_view raw = get_bytes();
                return nb::bytes(raw.data(), raw.size());
            }
            case tuple:
                return get_tuple();
            case list: {
                nb::list values;
                for (std::uint64_t left = get_number(); left > 0; --left) values.append(get());
                return values;
            }
            case set:
                return nb::set(get_tuple());
            case frozen_set:
                return nb::steal(PyFrozenSet_New(get_tuple().ptr()));
            default: {
                nb::dict values;
                for (std::uint64_t left = get_number(); left > 0; --left) {
                    const nb::object key = get();
                    values[key] = get();
                }
                return values;
            }
        }
    }

  private:
    std::uint64_t get_number() {
        std::uint64_t number = 0;
        for (unsigned shift = 0;; shift += 7) {
            const unsigned char some = get_byte();
            number |= std::uint64_t{some & 0x7fU} << shift;
            if (some < 0x80) return number;
        }
    }
    // A checkpoint of another model may contain any bytes.
    std::string_view get_bytes(std::size_t size) {
        if (size > from_.size() - at_) throw Error("a state is not a Python value");
        at_ += size;
        return from_.substr(at_ - size, size);
    }
    std::string_view get_bytes() { return get_bytes(get_number()); }
    unsigned char get_byte() { return static_cast<unsigned char>(get_bytes(1).front()); }
    nb::object get_tuple() {
        const std::uint64_t count = get_number();
        if (count > from_.size()) throw Error("a state is not a Python value");
        nb::object values = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
        if (!values.is_valid()) nb::raise_python_error();
        for (std::uint64_t i = 0; i < count; ++i)
            PyTuple_SetItem(values.ptr(), static_cast<Py_ssize_t>(i), get().release().ptr());
        return values;
    }

    std::string_view from_;
    std::size_t at_ = 0;
};

}  // namespace

std::string shown_value(nb::handle value, std::size_t most) {
    const nb::object text = nb::steal(PyObject_Repr(value.ptr()));
    Py_ssize_t size = 0;
    const char* const utf8 = text.is_valid() ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
    if (utf8 == nullptr) {
        PyErr_Clear();
        return std::string("<") + nb::type_name(value.type()).c_str() + ">";
    }
    const std::string all(utf8, static_cast<std::size_t>(size));
    return all.size() <= most ? all : all.substr(0, most) + "…";
}

void put_value(nb::handle value, const char* what, std::string& to) {
    Writer(what, value, to).put(value);
}

nb::object value_of_bytes(std::string_view bytes) {
    return Reader(bytes).get();
}

}  // namespace scrump::python

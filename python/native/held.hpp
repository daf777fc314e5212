#pragma once
// Objects of Python held by Scrump's threads, which hold Python's lock only while they use one.

#include "lock.hpp"

#include <scrump/net/codec.hpp>

#include <nanobind/nanobind.h>

#include <string>
#include <type_traits>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

/// A Python object that any thread may copy and drop.
class Held {
  public:
    Held() = default;
    /// Python's lock must be held.
    explicit Held(nb::object object) : object_(object.release().ptr()) {}
    Held(const Held& other) : object_(other.object_) {
        if (object_ == nullptr) return;
        const WithPython python;
        Py_INCREF(object_);
    }
    Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Held& operator=(Held other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Held() {
        if (object_ == nullptr) return;
        const WithPython python;
        Py_DECREF(object_);
    }

    nb::handle get() const { return object_; }

  private:
    PyObject* object_ = nullptr;
};

/// An object that goes to other processes as a pickle.
struct Pickled {
    Held value{};

    template <class Archive>
    void serialize(Archive& archive) {
        if constexpr (std::is_same_v<Archive, Decoder>) {
            std::string text;
            archive(text);
            const WithPython python;
            value = Held(nb::module_::import_("pickle").attr("loads")(nb::bytes(text.data(), text.size())));
        } else {
            archive(text());
        }
    }

  private:
    std::string text() const {
        const WithPython python;
        const nb::bytes bytes(nb::module_::import_("pickle").attr("dumps")(value.get()));
        return {bytes.c_str(), bytes.size()};
    }
};

}  // namespace scrump::python

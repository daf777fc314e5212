#pragma once
// Values of C++ that Python's pickle takes to other processes: as bytes, which only this version reads.

#include <scrump/base/error.hpp>
#include <scrump/base/version.hpp>
#include <scrump/net/codec.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <new>
#include <string>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

template <Transferable T>
void make_picklable(nb::class_<T>& declared) {
    using Pickle = std::pair<std::string, nb::bytes>;  // the writer's version, and the bytes
    declared.def("__getstate__", [](const T& value) {
        const Bytes bytes = Encoder().put(value).take();
        return Pickle(version(), nb::bytes(bytes.data(), bytes.size()));
    });
    declared.def("__setstate__", [](T& place, const Pickle& state) {
        if (state.first != version())
            throw Error("this was pickled by Scrump " + state.first + "; version " + version() + " cannot read it");
        new (&place) T(Decoder(Bytes(state.second.c_str(), state.second.size())).get<T>());
    });
}

}  // namespace scrump::python

// The C interface (include/scrump/loops.h), whose loops are PulledLoops; and below the Fortran one (loops.f90 there).

#include "c_loop.hpp"

#include <scrump/base/error.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace scrump::detail {
namespace {

CLoop& loop_of(infoSCRUMP* info) {
    if (info == nullptr || info->loop == nullptr)
        throw UsageError("the loop is not set up: call SCRUMP_Parameters_Setup() first");
    return *static_cast<CLoop*>(info->loop);
}

bool are_objects(void (*dMap)(void), void (*nMap)(void)) {
    return dMap != nullptr || nMap != nullptr;
}

// Objects travel as the functions make them, whatever their type.
void set_data(CLoop& loop, void* data, void* results, const ElementLayout& element, void (*dMap)(void),
              void (*nMap)(void)) {
    loop.set_data(are_objects(dMap, nMap)
                      ? make_objects(data, reinterpret_cast<CMap>(dMap), reinterpret_cast<CMap>(nMap))
                      : make_array(data, results, element));
}

}  // namespace
}  // namespace scrump::detail

using scrump::detail::are_objects;
using scrump::detail::CLoop;
using scrump::detail::ElementLayout;
using scrump::detail::guarded;
using scrump::detail::layout_of_datatype;
using scrump::detail::loop_of;
using scrump::detail::make_cube;
using scrump::detail::set_data;

extern "C" {

int scrump_loop_setup(int communicator, infoSCRUMP* info, int numProcs, int requestWhen, int breakAfter, int minChunk,
                      double h_overhead, double sigma, int nKNL, double Xeon_speed, double KNL_speed, int workStealing,
                      const char* info_name) {
    if (info != nullptr) info->loop = nullptr;
    return guarded(info, [&] {
        if (info == nullptr) throw scrump::UsageError("SCRUMP_Parameters_Setup() needs an infoSCRUMP to set up");
        auto made = std::make_unique<CLoop>(communicator);
        CLoop& loop = *made;
        info->loop = made.release();  // so that what is wrong from here on concerns all its ranks
        loop.set_up({.ranks = numProcs,
                     .request_when = requestWhen,
                     .break_after = breakAfter,
                     .min_chunk = minChunk,
                     .overhead = h_overhead,
                     .sigma = sigma,
                     .slow_ranks = nKNL,
                     .speed = Xeon_speed,
                     .slow_speed = KNL_speed,
                     .steals = workStealing != 0,
                     .name = info_name});
    });
}

int SCRUMP_Set_errhandler(int errhandler) {
    return guarded(nullptr, [&] {
        if (errhandler != 0 && errhandler != 1) {
            throw scrump::UsageError("there is no error handler " + std::to_string(errhandler) +
                                     ": expected SCRUMP_ERRORS_ARE_FATAL or SCRUMP_ERRORS_RETURN");
        }
        scrump::detail::set_error_handler(static_cast<scrump::detail::ErrorHandler>(errhandler));
    });
}

int SCRUMP_CostsSetup(infoSCRUMP* info, double mean, double sigma, double h_overhead) {
    return guarded(info, [&] { loop_of(info).set_costs({.mean = mean, .sigma = sigma, .overhead = h_overhead}); });
}

int scrump_loop_data(infoSCRUMP* info, void* data, void* results, std::size_t bytes, void (*dMap)(void),
                     void (*nMap)(void)) {
    return guarded(info, [&] { set_data(loop_of(info), data, results, ElementLayout::dense(bytes), dMap, nMap); });
}

int scrump_loop_typed_data(infoSCRUMP* info, void* data, void* results, int datatype, void (*dMap)(void),
                           void (*nMap)(void)) {
    return guarded(info, [&] {
        const ElementLayout element = are_objects(dMap, nMap) ? ElementLayout() : layout_of_datatype(datatype);
        set_data(loop_of(info), data, results, element, dMap, nMap);
    });
}

int scrump_loop_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, std::size_t bytes, int axis) {
    return guarded(
        info, [&] { loop_of(info).set_data(make_cube(data, dim_x, dim_y, dim_z, ElementLayout::dense(bytes), axis)); });
}

int scrump_loop_typed_cube(infoSCRUMP* info, void* data, int dim_x, int dim_y, int dim_z, int datatype, int axis) {
    return guarded(info, [&] {
        loop_of(info).set_data(make_cube(data, dim_x, dim_y, dim_z, layout_of_datatype(datatype), axis));
    });
}

int scrump_loop_refuse(infoSCRUMP* info, const char* why) {
    return guarded(info, [&] {
        loop_of(info);
        throw scrump::UsageError(why);
    });
}

int SCRUMP_StartLoop(infoSCRUMP* info, int firstIter, int lastIter, int technique) {
    return guarded(info, [&] {
        const std::int64_t size = std::int64_t{lastIter} - firstIter + 1;
        loop_of(info).start(scrump::Technique::parse(std::to_string(technique)), firstIter,
                            size < 0 ? 0 : static_cast<std::uint64_t>(size));
    });
}

int SCRUMP_StartChunk(infoSCRUMP* info, int* start, int* size) {
    *start = 0;
    *size = 0;
    return guarded(info, [&] {
        CLoop& loop = loop_of(info);
        if (loop.failed) return;
        const CLoop::Place place = loop.start_chunk();
        *start = static_cast<int>(place.start);
        *size = static_cast<int>(place.size);
    });
}

int SCRUMP_EndChunk(infoSCRUMP* info) {
    return guarded(info, [&] {
        CLoop& loop = loop_of(info);
        if (!loop.failed) loop.end_chunk();
    });
}

int SCRUMP_Terminated(infoSCRUMP* info) {
    int over = 1;
    guarded(info, [&] { over = loop_of(info).over() ? 1 : 0; });
    return over;
}

void* SCRUMP_ChunkData(infoSCRUMP* info) {
    void* objects = nullptr;
    guarded(info, [&] { objects = loop_of(info).objects(); });
    return objects;
}

int SCRUMP_ChunkOwner(infoSCRUMP* info, int* first) {
    int owner = -1;
    guarded(info, [&] {
        const auto* const chunk = loop_of(info).chunk();
        if (chunk == nullptr) return;
        owner = static_cast<int>(chunk->owner);
        if (first != nullptr) *first = static_cast<int>(chunk->range.first);
    });
    return owner;
}

int SCRUMP_EndLoop(infoSCRUMP* info, int* iterations, double* seconds) {
    if (iterations != nullptr) *iterations = 0;
    if (seconds != nullptr) *seconds = 0;
    int status = guarded(info, [&] {
        CLoop& loop = loop_of(info);
        if (loop.failed) return;
        const scrump::LoopResult result = loop.end();
        const scrump::WorkerShare& own = result.statistics.shares[loop.session().self()];
        if (iterations != nullptr) *iterations = static_cast<int>(own.iterations);
        if (seconds != nullptr) *seconds = own.finished;
    });
    if (info != nullptr && info->loop != nullptr && static_cast<CLoop*>(info->loop)->failed) status = 1;
    return status;
}

void SCRUMP_Free(infoSCRUMP* info) {
    if (info == nullptr) return;
    delete static_cast<CLoop*>(info->loop);
    info->loop = nullptr;
}

}  // extern "C"

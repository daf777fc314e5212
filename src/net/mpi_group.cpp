#include "mpi_group.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>

#include "mpi_launched.hpp"
#include "mpi_network.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;
// How long a process that is to be ended by force waits for what others have to do before.
constexpr auto time_to_leave = 2s;
constexpr auto time_to_abort = 1s;
// Processes speak and abort in turn, as far as they have to, so that one message comes out.
constexpr auto each_in_turn = 50ms;

void show(const std::string& message) {
    std::fputs((message + "\n").c_str(), stderr);
}

MPI_Comm duplicate(MPI_Comm communicator) {
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_dup(communicator, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_ARE_FATAL);  // whatever the program wants for its own
    return own;
}

}  // namespace

MpiGroup::MpiGroup(MPI_Comm communicator, AccessMode access_mode, AtEnd at_end)
    : at_end_(at_end),
      access_mode_(access_mode),
      communicator_(duplicate(communicator)),
      self_(rank_in(communicator)),
      host_(communicator_, access_mode),
      post_(communicator_, [this](unsigned to) { host_.remind(to); }) {}

MpiGroup::~MpiGroup() {
    try {
        leave();
    } catch (const Error& error) {
        if (is_reporter()) show(error.what());
    }
    if (lost()) end_by_force();
    MPI_Comm_free(&communicator_);
    if (at_end_ == AtEnd::finalise_mpi) MPI_Finalize();
}

std::string MpiGroup::title_of(unsigned rank) const {
    return size() == 1 ? std::string() : "rank " + std::to_string(rank) + " on " + host_.name(rank);
}

void MpiGroup::send(unsigned to, std::uint32_t run, std::uint32_t tag, Bytes payload) {
    post_.send(to, run, tag, std::move(payload));
    host_.announce(to);
}

void MpiGroup::tell_all(Tag tag, const Bytes& payload) {
    for (unsigned to = 0; to < size(); ++to) {
        if (to != self_) tell(to, tag, payload);
    }
}

bool MpiGroup::poll() {
    std::optional<Parcel> parcel = post_.receive();
    if (!parcel) return false;
    last_arrival_ = Clock::now();
    host_.note_arrival(parcel->message.source);
    sort(std::move(*parcel));
    return true;
}

void MpiGroup::sort(Parcel parcel) {
    if (parcel.run == 0) return handle(std::move(parcel.message));
    if (left_) return;  // and may not send any more
    if (const auto network = networks_.find(parcel.run); network != networks_.end()) {
        network->second->put(std::move(parcel.message));
    } else if (parcel.run > runs_) {
        early_[parcel.run].push_back(std::move(parcel.message));
    }
}

void MpiGroup::handle(Message message) {
    switch (message.tag) {
        case failed:
            note_failure(Decoder(std::move(message.payload)).get<Failure>());
            break;
        case goodbye: {
            auto said = Decoder(std::move(message.payload)).get<Goodbye>();
            if (said.failure) note_failure(*said.failure);
            goodbyes_[message.source] = std::move(said);
            break;
        }
        case shown:
            shown_ = true;
            break;
        case broadcast_part:
            broadcast_parts_.push_back(std::move(message.payload));
            break;
        case window_made: {
            Decoder from(std::move(message.payload));
            const auto window = from.get<WindowName>();
            offered_[window] = from.get<SharedMemory::Address>();
            break;
        }
        case begun:
            begun_ = Decoder(std::move(message.payload)).get<Begun>();
            break;
        default:
            attached(Decoder(std::move(message.payload)).get<WindowName>());
    }
}

// Sleeps while there is nothing to take in.
template <class Ready>
void MpiGroup::wait_until(const Ready& ready) {
    const Clock::time_point since = Clock::now();
    EventCount& events = host_.events();
    while (true) {
        const EventCount::Key key = events.prepare_wait();
        bool arrived = false;
        bool done = false;
        try {
            arrived = poll();
            done = !arrived && ready();
        } catch (...) {
            events.cancel_wait();
            throw;
        }
        if (arrived || done) events.cancel_wait();
        if (done) return;
        if (arrived) continue;
        const Clock::time_point now = Clock::now();
        events.wait(key, now + patience(now - since < 20ms));
    }
}

std::chrono::nanoseconds MpiGroup::patience(bool reply_expected) const {
    // A bound for what notifies nobody: messages that the other side cannot finish without this one, and those from
    // other hosts where datagrams do not come through.
    if (post_.pending() || host_.under_way()) return 50us;
    if (host_.all_announce()) return 10ms;
    if (reply_expected) return 200us;
    return std::clamp<std::chrono::nanoseconds>((Clock::now() - last_arrival_) / 10, 1ms, 10ms);
}

// Broadcasts go down a binomial tree: the parent of a process is its rank without the lowest bit that is set.
Bytes MpiGroup::broadcast(Bytes bytes) {
    ++broadcasts_;
    while (poll()) {
    }
    throw_failure();
    if (self_ != 0) {
        wait_until([this] {
            throw_failure();
            if (!broadcast_parts_.empty()) return true;
            throw_if_left(&Goodbye::broadcasts, broadcasts_);
            throw_if_first_is_elsewhere();
            return false;
        });
        bytes = std::move(broadcast_parts_.front());
        broadcast_parts_.pop_front();
    }
    pass_on(bytes);
    return bytes;
}

// The largest subtree first.
void MpiGroup::pass_on(const Bytes& bytes) {
    unsigned limit = 1;
    while (limit < size() && (self_ & limit) == 0) limit <<= 1U;
    for (unsigned bit = limit >> 1U; bit > 0; bit >>= 1U) {
        if (self_ + bit < size()) tell(self_ + bit, broadcast_part, bytes);
    }
}

std::unique_ptr<Network> MpiGroup::connect(unsigned localities) {
    while (poll()) {
    }
    throw_failure();
    if (size() == 1) return GroupOfOne(access_mode_).connect(localities);
    const std::uint32_t run = ++runs_;
    if (self_ == 0) tell_all(begun, Encoder().put(Begun{.runs = runs_, .broadcasts = broadcasts_}).take());
    auto network = std::make_unique<MpiNetwork>(*this, run);
    networks_[run] = network.get();
    if (const auto early = early_.find(run); early != early_.end()) {
        for (Message& message : early->second) network->put(std::move(message));
        early_.erase(early);
    }
    return network;
}

void MpiGroup::check(std::uint32_t run) {
    throw_failure();
    throw_if_left(&Goodbye::runs, run);
}

void MpiGroup::fail(const std::string& why, FailureKind kind) noexcept {
    fail(why, kind, std::nullopt);
}

void MpiGroup::mark_dead(unsigned rank, const std::string& why) noexcept {
    fail(why, FailureKind::error, rank);
}

void MpiGroup::fail(const std::string& why, FailureKind kind, std::optional<unsigned> lost) {
    if (left_) return;
    failure_told_ = true;  // the caller knows of something wrong, and shows that
    while (poll()) {       // what has come already came first
    }
    if (failure_) return;
    spread({.text = title().empty() ? why : title() + ": " + why, .kind = kind, .lost = lost});
}

void MpiGroup::spread(Failure failure) {
    failure_ = std::move(failure);
    tell_all(failed, Encoder().put(*failure_).take());
}

void MpiGroup::note_failure(Failure failure) {
    if (!failure_) failure_ = std::move(failure);
}

void MpiGroup::throw_failure() {
    if (!failure_) return;
    failure_told_ = true;
    if (failure_->kind == FailureKind::usage) throw UsageError(failure_->text);
    throw Error(failure_->text);
}

void MpiGroup::throw_if_left(std::uint32_t Goodbye::*count, std::uint32_t needed) {
    for (const auto& [rank, said] : goodbyes_) {
        if (said.*count >= needed) continue;
        spread({.text = title_of(rank) + " has left before the others", .kind = FailureKind::error, .lost = {}});
        throw_failure();
    }
}

// Process 0 waits in a run for what this one would do only after a broadcast that will not come.
void MpiGroup::throw_if_first_is_elsewhere() {
    if (begun_.runs <= runs_ || begun_.broadcasts >= broadcasts_) return;
    spread({.text = title() + ": waits for what " + title_of(0) +
                    " is to read, but that has begun to search: processes that search together must be started alike",
            .kind = FailureKind::error,
            .lost = {}});
    throw_failure();
}

void MpiGroup::leave() {
    if (left_) return;
    tell_all(goodbye, Encoder().put(Goodbye{.runs = runs_, .broadcasts = broadcasts_, .failure = failure_}).take());
    left_ = true;
    const Clock::time_point until = Clock::now() + time_to_leave;
    wait_until([&] { return all_left() || (lost() && Clock::now() >= until); });
    if (!lost()) post_.finish();
    if (!failure_told_) throw_failure();
}

bool MpiGroup::all_left() const {
    const bool one_never_will = lost() && *lost() != self_ && !goodbyes_.contains(*lost());
    return goodbyes_.size() + (one_never_will ? 2 : 1) == size();
}

void MpiGroup::end_by_force() {
    if (!is_reporter()) show_in_turn(failure_->text, time_to_leave);
    abort();
}

void MpiGroup::abort(const std::string& why) {
    fail(why, FailureKind::error);
    if (is_reporter()) {
        show(why);
    } else {
        show_in_turn(title() + ": " + why, time_to_abort);
    }
    abort();
}

// Unless another process does first.
void MpiGroup::show_in_turn(const std::string& why, Clock::duration patience) {
    const Clock::time_point until = Clock::now() + patience + self_ * each_in_turn;
    wait_until([&] { return Clock::now() >= until; });
    if (shown_ || (lost() && goodbyes_.contains(reporter()))) return;
    tell_all(shown, {});
    show(why);
}

void MpiGroup::abort() {
    std::fflush(nullptr);
    // MPI_Abort may wait for the lost process as well (MPICH over UCX does). Launchers that see a process go without
    // having finalised MPI end all others.
    static const Thread* const never_waited_for = new Thread([] {
        Platform::current().sleep_for(time_to_abort);
        std::_Exit(EXIT_FAILURE);
    });
    static_cast<void>(never_waited_for);
    MPI_Abort(communicator_, EXIT_FAILURE);
    std::_Exit(EXIT_FAILURE);
}

// The first process of the host makes a window's memory and tells the others where it is. It keeps the door open until
// all are in, however soon it closes the window itself.
SharedMemory MpiGroup::window_memory(std::uint32_t run, std::uint32_t window, std::size_t size) {
    const bool makes = host_.sharing().front() == self_;
    return makes ? make_window_memory({run, window}, size) : attach_window_memory({run, window}, size);
}

SharedMemory MpiGroup::make_window_memory(WindowName window, std::size_t size) {
    SharedMemory memory = SharedMemory::create(size);
    for (const unsigned to : host_.sharing()) {
        if (to != self_) tell(to, window_made, Encoder().put(window).put(memory.address()).take());
    }
    if (memory.data() != nullptr) {
        offers_[window] = {.door = memory.take_door(), .missing = host_.sharing().size() - 1};
    }
    return memory;
}

SharedMemory MpiGroup::attach_window_memory(WindowName window, std::size_t size) {
    wait_until([&] {
        check(window.first);
        return offered_.contains(window);
    });
    const SharedMemory::Address address = offered_.extract(window).mapped();
    if (!address.valid()) return {};
    SharedMemory memory = SharedMemory::attach(address, size);
    if (memory.data() == nullptr) throw Error("cannot map a window of " + std::to_string(size) + " bytes");
    tell(host_.sharing().front(), window_attached, Encoder().put(window).take());
    return memory;
}

void MpiGroup::attached(WindowName window) {
    const auto offer = offers_.find(window);
    if (--offer->second.missing == 0) offers_.erase(offer);
}

bool linked_with_mpi() {
    return true;
}

void abort_all(Group& group, const std::string& why) {
    if (auto* const processes = dynamic_cast<MpiGroup*>(&group)) processes->abort(why);
    abort_all(why);
}

void abort_all(const std::string& why) {
    show(why);
    int begun = 0;
    int over = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    std::fflush(nullptr);
    if (begun != 0 && over == 0) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::_Exit(EXIT_FAILURE);
}

std::unique_ptr<Group> group_of_running_mpi(AccessMode access_mode) {
    int begun = 0;
    MPI_Initialized(&begun);
    return begun == 0 ? nullptr : mpi_group(MPI_COMM_WORLD, access_mode);
}

std::unique_ptr<Group> join_launched_group(const std::optional<Launcher>& launched, AccessMode access_mode) {
    const unsigned size = launched ? launched->size : 0;
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    int found = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &found);
    if (size != 0 && static_cast<unsigned>(found) != size) {
        char library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
        int length = 0;
        MPI_Get_library_version(library, &length);
        MPI_Finalize();
        const std::string text(library, static_cast<std::size_t>(length));
        throw UsageError("this program was started as one of " + std::to_string(size) +
                         " processes, but its MPI sees " + std::to_string(found) + ": start it with the launcher of " +
                         text.substr(0, text.find_first_of(",\n")));
    }
    return std::make_unique<MpiGroup>(MPI_COMM_WORLD, access_mode, MpiGroup::AtEnd::finalise_mpi);
}

}  // namespace scrump::detail

namespace scrump {

namespace {

// Whether the calling thread can use MPI, which has to offer `least` of MPI's levels of threads or a higher one. A
// process that is alone in `communicator` does without where it cannot. Throws Error where others are in it.
bool is_usable(MPI_Comm communicator, int least) {
    int begun = 0;
    int over = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    if (begun == 0) throw Error("MPI is not initialised: call MPI_Init_thread before mpi_group()");
    if (over != 0) throw Error("MPI is finalised: call mpi_group() before MPI_Finalize");
    int provided = MPI_THREAD_SINGLE;
    int is_main = 0;
    MPI_Query_thread(&provided);
    MPI_Is_thread_main(&is_main);
    const bool is_elsewhere = provided < MPI_THREAD_SERIALIZED && is_main == 0;
    if (provided >= least && !is_elsewhere) return true;
    int size = 0;
    MPI_Comm_size(communicator, &size);
    if (size == 1) return false;
    if (provided < least) {
        throw Error(
            "MPI was initialised without threads: call MPI_Init_thread with MPI_THREAD_FUNNELED or more; in Python, "
            "set mpi4py.rc.thread_level to 'funneled' or more before mpi4py.MPI is imported");
    }
    throw Error("mpi_group() is called from a thread that may not use MPI: call it from the one that initialised it");
}

std::unique_ptr<detail::Group> group_of(MPI_Comm communicator, detail::AccessMode access_mode, int least) {
    if (!is_usable(communicator, least)) return std::make_unique<detail::GroupOfOne>(access_mode);
    return std::make_unique<detail::MpiGroup>(communicator, access_mode, detail::MpiGroup::AtEnd::leave_mpi);
}

}  // namespace

std::unique_ptr<detail::Group> mpi_group(MPI_Comm communicator, detail::AccessMode access_mode) {
    return group_of(communicator, access_mode, MPI_THREAD_FUNNELED);
}

std::unique_ptr<detail::Group> detail::group_of_communicator(int communicator, AccessMode access_mode) {
    return group_of(MPI_Comm_f2c(communicator), access_mode, MPI_THREAD_SINGLE);
}

}  // namespace scrump

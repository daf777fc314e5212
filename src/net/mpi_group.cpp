#include "mpi_group.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/group_of_one.hpp>

#include "mpi_launched.hpp"
#include "mpi_network.hpp"

#include <algorithm>
#include <cstdio>

namespace scrump {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::string host_name() {
    char name[MPI_MAX_PROCESSOR_NAME] = {};
    int length = 0;
    MPI_Get_processor_name(name, &length);
    return {name, static_cast<std::size_t>(length)};
}

MPI_Comm duplicate(MPI_Comm communicator) {
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm_dup(communicator, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_ARE_FATAL);  // whatever the program wants for its own
    return own;
}

}  // namespace

MpiGroup::MpiGroup(MPI_Comm communicator, Reach reach, AtEnd at_end)
    : at_end_(at_end),
      reach_(reach),
      communicator_(duplicate(communicator)),
      self_(rank_in(communicator)),
      title_("rank " + std::to_string(self_) + " on " + host_name()),
      host_(communicator_, reach),
      post_(communicator_, [this](unsigned to) {
          if (Doorbell* const bell = host_.bell(to)) bell->ring_all();
      }) {}

MpiGroup::~MpiGroup() {
    try {
        leave();
    } catch (const Error& error) {
        if (self_ == 0) std::fputs((std::string(error.what()) + "\n").c_str(), stderr);
    }
    MPI_Comm_free(&communicator_);
    if (at_end_ == AtEnd::finalise_mpi) MPI_Finalize();
}

void MpiGroup::send(unsigned to, std::uint32_t run, std::uint32_t tag, Bytes payload) {
    post_.send(to, run, tag, std::move(payload));
    if (Doorbell* const bell = host_.bell(to)) bell->ring_all();
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
            note_failure(std::move(message.payload));
            break;
        case goodbye: {
            Decoder from(std::move(message.payload));
            Goodbye& said = goodbyes_[message.source];
            said.runs = from.get<std::uint32_t>();
            said.broadcasts = from.get<std::uint32_t>();
            said.title = from.get<std::string>();
            if (std::string failure = from.get<std::string>(); !failure.empty()) note_failure(std::move(failure));
            break;
        }
        case broadcast_part:
            broadcast_parts_.push_back(std::move(message.payload));
            break;
        case window_made: {
            Decoder from(std::move(message.payload));
            const auto window = from.get<WindowName>();
            offered_[window] = from.get<SharedMemory::Address>();
            break;
        }
        default:
            attached(Decoder(std::move(message.payload)).get<WindowName>());
    }
}

// Sleeps on the bell while there is nothing to take in.
template <class Ready>
void MpiGroup::wait_until(const Ready& ready) {
    const Clock::time_point since = Clock::now();
    Doorbell& bell = *host_.bell(self_);
    while (true) {
        const Doorbell::Ticket ticket = bell.listen();
        bool arrived = false;
        bool done = false;
        try {
            arrived = poll();
            done = !arrived && ready();
        } catch (...) {
            bell.cancel();
            throw;
        }
        if (arrived || done) bell.cancel();
        if (done) return;
        if (arrived) continue;
        const Clock::time_point now = Clock::now();
        bell.wait(ticket, now + patience(now - since < 20ms));
    }
}

std::chrono::nanoseconds MpiGroup::patience(bool reply_expected) const {
    // A bound for what rings nothing: messages from other hosts, and those that the other side cannot finish without
    // this one.
    if (post_.pending()) return 50us;
    if (host_.all_hear()) return 10ms;
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
    if (size() == 1) return GroupOfOne(reach_).connect(localities);
    const std::uint32_t run = ++runs_;
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

void MpiGroup::fail(const std::string& why) noexcept {
    if (failure_ || left_) return;
    note_failure(title().empty() ? why : title() + ": " + why);
    failure_told_ = true;
    tell_all(failed, *failure_);
}

void MpiGroup::note_failure(std::string text) {
    if (!failure_) failure_ = std::move(text);
}

void MpiGroup::throw_failure() {
    if (!failure_) return;
    failure_told_ = true;
    throw Error(*failure_);
}

void MpiGroup::throw_if_left(std::uint32_t Goodbye::*count, std::uint32_t needed) {
    for (const auto& [rank, said] : goodbyes_) {
        if (said.*count >= needed) continue;
        note_failure(said.title + " has left before the others");
        tell_all(failed, *failure_);
        throw_failure();
    }
}

void MpiGroup::leave() {
    if (left_) return;
    tell_all(goodbye, Encoder().put(runs_).put(broadcasts_).put(title_).put(failure_.value_or(std::string())).take());
    left_ = true;
    wait_until([this] { return goodbyes_.size() + 1 == size(); });
    post_.finish();
    if (!failure_told_) throw_failure();
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

std::unique_ptr<Group> mpi_group(MPI_Comm communicator, Reach reach) {
    int begun = 0;
    int over = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    if (begun == 0) throw Error("MPI is not initialised: call MPI_Init_thread before mpi_group()");
    if (over != 0) throw Error("MPI is over: mpi_group() comes after MPI_Finalize");
    int provided = MPI_THREAD_SINGLE;
    int is_main = 0;
    MPI_Query_thread(&provided);
    MPI_Is_thread_main(&is_main);
    if (provided < MPI_THREAD_FUNNELED) {
        throw Error("MPI was initialised without threads: call MPI_Init_thread with MPI_THREAD_FUNNELED or more");
    }
    if (provided < MPI_THREAD_SERIALIZED && is_main == 0) {
        throw Error(
            "mpi_group() is called from a thread that may not use MPI: call it from the one that initialised it");
    }
    return std::make_unique<MpiGroup>(communicator, reach, MpiGroup::AtEnd::leave_mpi);
}

std::unique_ptr<Group> group_of_running_mpi(Reach reach) {
    int begun = 0;
    MPI_Initialized(&begun);
    return begun == 0 ? nullptr : mpi_group(MPI_COMM_WORLD, reach);
}

std::unique_ptr<Group> join_launched_group(unsigned size, Reach reach) {
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
    return std::make_unique<MpiGroup>(MPI_COMM_WORLD, reach, MpiGroup::AtEnd::finalise_mpi);
}

}  // namespace scrump

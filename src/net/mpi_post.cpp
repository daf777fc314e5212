#include "mpi_post.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <climits>
#include <cstring>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

constexpr int mpi_tag = 0;

// How many messages may be on their way in at once; all others wait in MPI.
constexpr std::size_t most_arriving = 16;

struct Envelope {
    std::uint32_t run = 0;
    std::uint32_t tag = 0;
};

bool completed(MPI_Request& request) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
}

}  // namespace

void MpiPost::send(unsigned to, std::uint32_t run, std::uint32_t tag, Bytes payload) {
    const Envelope envelope{.run = run, .tag = tag};
    if (payload.size() > INT_MAX - sizeof(envelope)) {
        throw Error("a message of " + std::to_string(payload.size()) + " bytes is longer than MPI can send");
    }
    payload.append(reinterpret_cast<const char*>(&envelope), sizeof(envelope));
    Sending& sending = sending_.emplace_back();
    sending.to = to;
    sending.bytes = std::move(payload);
    MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, static_cast<int>(to), mpi_tag,
              communicator_, &sending.request);
    if (completed(sending.request)) sending_.pop_back();
}

std::optional<Parcel> MpiPost::receive() {
    let_go();
    if (arriving_.size() < most_arriving) probe();
    return take();
}

void MpiPost::finish() {
    for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    sending_.clear();
}

// Sends complete nearly in order; looking at the oldest alone costs the same however many there are.
void MpiPost::let_go() {
    while (!sending_.empty() && completed(sending_.front().request)) {
        left_(sending_.front().to);
        sending_.pop_front();
    }
}

// Open MPI first answers from its present knowledge and only then looks for more: so the second answer is the one that
// counts.
void MpiPost::probe() {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    for (int attempt = 0; attempt < 2 && there == 0; ++attempt) {
        MPI_Improbe(MPI_ANY_SOURCE, mpi_tag, communicator_, &there, &message, &status);
    }
    if (there == 0) return;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Arriving& arriving = arriving_.emplace_back();
    arriving.source = static_cast<unsigned>(status.MPI_SOURCE);
    arriving.began = Clock::now();
    arriving.bytes.resize(static_cast<std::size_t>(size));
    MPI_Imrecv(arriving.bytes.data(), size, MPI_BYTE, &message, &arriving.request);
}

// The first that has come whole and is not behind another of the same sender.
std::optional<Parcel> MpiPost::take() {
    for (auto arriving = arriving_.begin(); arriving != arriving_.end(); ++arriving) {
        const bool behind = std::any_of(arriving_.begin(), arriving,
                                        [&](const Arriving& other) { return other.source == arriving->source; });
        if (behind || !completed(arriving->request)) continue;
        Bytes bytes = std::move(arriving->bytes);
        const unsigned source = arriving->source;
        const Clock::time_point began = arriving->began;
        arriving_.erase(arriving);
        Envelope envelope;
        const std::size_t size = bytes.size() - sizeof(envelope);
        std::memcpy(&envelope, bytes.data() + size, sizeof(envelope));
        bytes.resize(size);
        return Parcel{.run = envelope.run,
                      .message = {.source = source, .tag = envelope.tag, .payload = std::move(bytes), .began = began}};
    }
    return std::nullopt;
}

}  // namespace scrump::detail

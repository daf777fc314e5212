#pragma once
// The protocol in which work is requested and sent by messages: section 3.2.

#include <scrump/runtime/detail/termination.hpp>
#include <scrump/search/detail/stack_protocol.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::detail {

class MessagePassingStack final : public StackProtocol {
  public:
    MessagePassingStack(const Setting& setting, OpenNodes& private_part, WorkerEndpoint& endpoint);

    void poll(std::uint64_t nodes) override;
    std::size_t stock() const override;
    bool refill() override;

  private:
    enum class Subject : std::uint8_t {
        request,  ///< a request for work
        work,     ///< a chunk of work
        refusal,  ///< an answer without work
        token,    ///< the token of the detection of the end
        end,      ///< all is done
    };

    void handle(const WorkerMessage& message);
    void answer(unsigned thief);
    void take(unsigned victim, Decoder& from);
    void pass_token();
    void ask(unsigned victim);
    void send(unsigned to, Subject subject);

    const Setting setting_;
    OpenNodes& local_;
    WorkerEndpoint& endpoint_;
    ProbeOrder order_;
    TerminationDetector detector_;
    std::uint64_t unpolled_ = 0;  // number of nodes since the last check for messages
    bool asked_ = false;          // whether an answer is awaited
    bool over_ = false;
};

}  // namespace scrump::detail

#pragma once
// The protocol in which work is asked for and sent by messages: section 3.2.

#include <scrump/runtime/termination.hpp>
#include <scrump/search/stack_protocol.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump {

class MailedStack final : public StackProtocol {
  public:
    MailedStack(const Setting& setting, WordColumns& private_part, Peer& peer);

    void tend(std::uint64_t nodes) override;
    bool refill() override;

  private:
    enum class Subject : std::uint8_t {
        request,  ///< for work
        work,     ///< a chunk
        refusal,  ///< there is none to give
        token,    ///< of the detection of the end
        end,      ///< all is done
    };

    void handle(const Mail& mail);
    void answer(unsigned thief);
    void take(unsigned victim, Decoder& from);
    void pass_token();
    void ask(unsigned victim);
    void send(unsigned to, Subject subject);

    const Setting setting_;
    WordColumns& local_;
    Peer& peer_;
    ProbeOrder order_;
    TerminationDetector detector_;
    std::size_t comfortable_;     // nodes that stay here
    std::uint64_t unpolled_ = 0;  // nodes since the last look at the mail
    bool asked_ = false;          // an answer is awaited
    bool over_ = false;
};

}  // namespace scrump

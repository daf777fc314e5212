#pragma once
// Detects when localities that send each other work are all done: Safra's algorithm (E. W. Dijkstra, EWD 998, 1987).
//
// A token goes round the localities, from 0 to the last and down again to 0. Each locality counts the work messages
// that it sent minus those it received, and is black if it received one since it last passed the token on. It keeps the
// token while it has work; then it adds its count, stains the token if it is black itself, and becomes white. Locality
// 0 may declare the end when it is passive and white, the token came back white, and all counts add up to zero: then no
// work is left anywhere, nor on its way. Otherwise it starts another round.
//
// This is the pure part: it counts, and decides what to do with the token. It knows no threads and sends nothing
// itself.

#include <cstdint>
#include <optional>

namespace scrump::detail {

/// The token that goes round.
struct TerminationToken {
    std::int64_t messages = 0;  ///< sum of the counts of the localities passed in this round
    bool black = false;
};

/// One locality's part in detecting the end of a run.
class TerminationDetector {
  public:
    TerminationDetector(unsigned self, unsigned size) : self_(self), size_(size) {
        if (self_ == 0)
            token_ = TerminationToken{.messages = 0, .black = true};  // the first round never proves anything
    }

    void sent_work() { ++count_; }
    void received_work() {
        --count_;
        black_ = true;
    }
    void received_token(TerminationToken token) { token_ = token; }

    /// A passive locality's action on the token that it holds.
    struct Action {
        bool terminated = false;                ///< locality 0 only: the run is over everywhere
        std::optional<TerminationToken> token;  ///< to be sent to `to`
        unsigned to = 0;
    };

    /// To be called when the locality has no work at all; does nothing without the token.
    Action passive() {
        if (!token_) return {};
        if (self_ == 0) {
            if (!black_ && !token_->black && token_->messages + count_ == 0)
                return {.terminated = true, .token = {}, .to = 0};
            if (size_ == 1) {  // no other locality to ask: its own count and colour decide
                black_ = false;
                token_ = TerminationToken{};
                return {.terminated = count_ == 0, .token = {}, .to = 0};
            }
            black_ = false;
            token_.reset();
            return {.terminated = false, .token = TerminationToken{}, .to = size_ - 1};
        }
        const TerminationToken token{.messages = token_->messages + count_, .black = token_->black || black_};
        black_ = false;
        token_.reset();
        return {.terminated = false, .token = token, .to = self_ - 1};
    }

  private:
    unsigned self_;
    unsigned size_;
    std::int64_t count_ = 0;
    bool black_ = false;
    std::optional<TerminationToken> token_;
};

}  // namespace scrump::detail

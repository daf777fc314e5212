#pragma once
// The state of a search as bytes: a sequence of records, each an answer found so far or a subtree that is not explored
// yet. States can be put one behind another: what they say together is what the whole says.

#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <exception>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

/// What must be the same where a state is taken over: the kind of search, its types, and what else there is to say.
std::string form_of(const char* kind, std::initializer_list<const char*> types, const Bytes& rest);

/// Records are read back by `State`. Only for searches that can be resumed (`Search::resumable`).
template <class Search>
class StateWriter {
  public:
    enum class Record : std::uint8_t { answer = 'a', visited = 'v', unvisited = 'u' };

    [[gnu::cold]] void answer(const typename Search::Answer& answer) {
        bytes_.put(Record::answer);
        Search::encode(bytes_, answer);
    }
    /// The root of an unexplored subtree: itself visited (folded, compared with the incumbent), or not.
    [[gnu::cold]] void subtree(const typename Search::Node& root, unsigned depth, bool visited) {
        bytes_.put(visited ? Record::visited : Record::unvisited).put(depth).put(root);
    }

    Bytes take() { return bytes_.take(); }

  private:
    Encoder bytes_;
};

/// What a StateWriter wrote.
template <class Search>
struct State {
    struct Subtree {
        typename Search::Node root{};
        unsigned depth = 0;
        bool visited = false;
    };

    std::vector<typename Search::Answer> answers;
    std::vector<Subtree> subtrees;  ///< in the order in which they were written

    /// Adds what the bytes say. Throws Error where they cannot be what a StateWriter wrote.
    [[gnu::cold]] void read(Bytes bytes) {
        using Record = typename StateWriter<Search>::Record;
        Decoder from(std::move(bytes));
        try {
            while (!from.at_end()) {
                const auto record = from.get<Record>();
                if (record == Record::answer) {
                    typename Search::Answer answer{};
                    Search::decode(from, answer);
                    answers.push_back(std::move(answer));
                } else if (record == Record::visited || record == Record::unvisited) {
                    const auto depth = from.get<unsigned>();
                    subtrees.push_back({.root = from.get<typename Search::Node>(),
                                        .depth = depth,
                                        .visited = record == Record::visited});
                } else {
                    throw Error("unknown record " + std::to_string(static_cast<unsigned>(record)));
                }
            }
        } catch (const std::exception& error) {  // whatever the archive or an allocation says to nonsense
            throw Error(std::string("cannot be understood: ") + error.what());
        }
    }
};

}  // namespace scrump

#include <scrump/base/error.hpp>
#include <scrump/search/detail/state.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>

namespace scrump::detail {
namespace {

enum class Record : std::uint8_t { answer = 'a', visited = 'v', unvisited = 'u', division = 'd' };

ShardStatistics read_division(Decoder& from) {
    ShardStatistics division;
    division.plan = from.get<std::string>();
    division.subtrees = from.get<std::uint64_t>();
    division.own_subtrees = from.get<std::uint64_t>();
    return division;
}

}  // namespace

std::string form_of(const char* kind, std::initializer_list<const char*> types, const Bytes& rest) {
    std::string signature = kind;
    for (const char* type : types) signature += type;
    return signature + rest;
}

Encoder& StateWriter::answer() {
    return bytes_.put(Record::answer);
}

Encoder& StateWriter::subtree(unsigned depth, bool visited) {
    return bytes_.put(visited ? Record::visited : Record::unvisited).put(depth);
}

void StateWriter::division(const ShardStatistics& division) {
    bytes_.put(Record::division).put(division.plan).put(division.subtrees).put(division.own_subtrees);
}

Bytes StateWriter::take() {
    if (best_ > nothing_left) bytes_.put(best_);
    best_ = nothing_left;
    return bytes_.take();
}

double best_score_in(Bytes bounds) {
    double best = nothing_left;
    for (Decoder from(std::move(bounds)); !from.at_end();) best = std::max(best, from.get<double>());
    return best;
}

void read_state(Bytes bytes, const std::function<void(Decoder& from)>& answer,
                const std::function<void(Decoder& from, unsigned depth, bool visited)>& subtree,
                const std::function<void(const ShardStatistics&)>& division) {
    Decoder from(std::move(bytes));
    try {
        while (!from.at_end()) {
            const auto record = from.get<Record>();
            if (record == Record::answer) {
                answer(from);
            } else if (record == Record::visited || record == Record::unvisited) {
                subtree(from, from.get<unsigned>(), record == Record::visited);
            } else if (record == Record::division) {
                const ShardStatistics read = read_division(from);
                if (division) division(read);
            } else {
                throw Error("unknown record " + std::to_string(static_cast<unsigned>(record)));
            }
        }
    } catch (const std::exception& error) {  // whatever a user's type or an allocation says to nonsense
        throw Error(std::string("cannot be understood: ") + error.what());
    }
}

}  // namespace scrump::detail

#include <cstdio>
#include <scrump/search.hpp>
#include <vector>

struct PackOneMore {                                 // the node generator: every way to add one more item
    using Space = std::vector<std::pair<int, int>>;  // value and weight of each item, best value per weight first
    struct Node {
        int value, room;   // value of the packed items; capacity left
        std::size_t next;  // the first item that may still come
    };
    PackOneMore(const Space& items, const Node& parent) : items_(items), at_(parent) {}
    bool next(Node& child) {
        while (at_.next < items_.size() && items_[at_.next].second > at_.room) ++at_.next;
        if (at_.next == items_.size()) return false;
        child = {at_.value + items_[at_.next].first, at_.room - items_[at_.next].second, ++at_.next};
        return true;
    }
    static int objective(const Space&, const Node& node) { return node.value; }
    static int bound(const Space& items, const Node& n) {  // fills all the room at the best remaining price
        return n.value + (n.next < items.size() ? n.room * items[n.next].first / items[n.next].second : 0);
    }
    const Space& items_;
    Node at_;
};

int main() {
    const PackOneMore::Space items = {{60, 10}, {100, 20}, {120, 30}, {75, 25}, {30, 12}};
    const auto best = scrump::maximise<PackOneMore>(items, {.value = 0, .room = 60, .next = 0});
    std::printf("%d, %s\n", best.objective, scrump::name(best.status));
}

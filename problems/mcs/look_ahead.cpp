#include <scrump/problems/mcs/detail/look_ahead.hpp>

#include <scrump/problems/mcs/detail/class_groups.hpp>
#include <scrump/problems/mcs/detail/profiles.hpp>
#include <scrump/problems/mcs/detail/subtree.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

namespace scrump::mcs {

namespace {

/// Where profiles are longer, looking at every pair would take too long.
constexpr std::size_t max_profile = 4096;

unsigned scalar_product(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += unsigned{a[i]} * b[i];
    return sum;
}

/// A pair that may be in a better common subgraph.
struct Candidate {
    std::uint32_t at = 0;  ///< number of its class
    std::uint32_t left = 0, right = 0;
    std::int32_t bound = 0;  ///< no common subgraph with it has more vertices
};

/// The positions of a class.
struct Range {
    std::uint32_t left = 0, left_end = 0, right = 0, right_end = 0;
};

/// What the candidates of a class promise.
struct Promise {
    Range range;
    std::int32_t most = 0;  ///< no common subgraph with a vertex of the class has more vertices
};

class LookAhead {
  public:
    // Not inlined, so that its thread finds it once.
    [[gnu::noinline]] void run(const Space& space, std::int32_t to_beat, LargestNode& node);

  private:
    SideOfNode left_side() const { return {space_->left(), node_->open.left, node_->open.classes, &LabelClass::left}; }
    SideOfNode right_side() const {
        return {space_->right(), node_->open.right, node_->open.classes, &LabelClass::right};
    }
    std::int32_t matched() const { return static_cast<std::int32_t>(node_->open.matched.size()); }
    bool can_branch(const LabelClass& label) const {
        return label.attached != 0 || !space_->connected() || node_->open.matched.empty();
    }
    bool is_barred(std::uint32_t left, std::uint32_t right) const;

    void begin();
    bool can_look() const;
    void count();
    bool judge_pairs();
    bool judge_class(std::uint32_t at);
    unsigned look_beside(std::uint32_t left, std::uint32_t right, std::uint8_t* beside) const;
    bool rules_out_nothing(std::uint32_t at, std::uint32_t left, std::uint32_t right) const;
    void take(std::uint32_t at, std::uint32_t left, std::uint32_t right);

    void judge_again();
    void lower_bound();

    void count_partners();
    bool drop_hopeless();
    bool finish();
    void choose();
    void choose_unseen();
    void set_chosen(std::uint32_t at, bool of_right, std::uint32_t position, bool leaves_out);

    const Space* space_ = nullptr;
    LargestNode* node_ = nullptr;
    std::int32_t to_beat_ = 0;
    Profiles left_;
    Profiles right_;
    std::size_t stride_ = 0;  // number of classes, rounded up
    std::vector<Promise> promises_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> beside_;  // for each candidate how many vertices each class can have beside it
    ClassGroups groups_;
    std::vector<unsigned> partners_left_;  // number of candidates of a leader
    std::vector<unsigned> partners_right_;
};

bool LookAhead::is_barred(std::uint32_t left, std::uint32_t right) const {
    if (node_->barred.empty()) return false;
    const Pair pair{space_->left().first_twin(node_->open.left[left]),
                    space_->right().first_twin(node_->open.right[right])};
    return std::ranges::find(node_->barred, pair) != node_->barred.end();
}

void LookAhead::begin() {
    left_.find_leaders(left_side());
    right_.find_leaders(right_side());
    std::erase_if(node_->barred, [&](const Pair& pair) {
        return !left_.has_twin(left_side(), pair.left) || !right_.has_twin(right_side(), pair.right);
    });
    promises_.clear();
    Range range;
    for (const LabelClass& label : node_->open.classes) {
        range = {range.left_end, range.left_end + label.left, range.right_end, range.right_end + label.right};
        promises_.push_back({.range = range});
    }
    stride_ = (promises_.size() + block - 1) / block * block;
}

bool LookAhead::can_look() const {
    return node_->open.left.size() <= Profiles::max_vertices && node_->open.right.size() <= Profiles::max_vertices &&
           stride_ * space_->kinds() <= max_profile;
}

void LookAhead::count() {
    left_.count(left_side(), space_->kinds(), stride_);
    right_.count(right_side(), space_->kinds(), stride_);
}

/// Writes how many vertices each class can have beside a pair, and returns their sum.
unsigned LookAhead::look_beside(std::uint32_t left, std::uint32_t right, std::uint8_t* beside) const {
    const std::uint8_t* const of_left = left_.of(left);
    const std::uint8_t* const of_right = right_.of(right);
    const std::size_t length = stride_ * space_->kinds();
    unsigned sum = 0;
    for (std::size_t at = 0; at < stride_; at += block) {
        Bytes bytes{};
        for (std::size_t i = at; i < length; i += stride_) bytes += least(load(of_left + i), load(of_right + i));
        store(beside + at, bytes);
        sum += sum_of(bytes);
    }
    return sum;
}

bool LookAhead::rules_out_nothing(std::uint32_t at, std::uint32_t left, std::uint32_t right) const {
    unsigned pairs = 0;
    for (std::uint32_t i = 0; i < node_->open.classes.size(); ++i) {
        const LabelClass& label = node_->open.classes[i];
        const unsigned taken = i == at ? 1 : 0;
        pairs += (label.left - taken) * (label.right - taken);
    }
    return scalar_product(left_.of(left), right_.of(right), stride_ * space_->kinds()) == pairs;
}

/// Finds the candidates; true if it met a pair that some largest common subgraph of the subtree has, and took it.
bool LookAhead::judge_pairs() {
    candidates_.clear();
    groups_.begin(promises_.size(), stride_);
    for (std::uint32_t at = 0; at < promises_.size(); ++at)
        if (judge_class(at)) return true;
    return false;
}

// A pair that rules out no other is in a largest common subgraph: if one has neither of its vertices, it can be added;
// if one has one or both of them, they can be exchanged for the pair, and their partners be matched with each other
// (Yu, Wang, Long, Lakshmanan and Cheng 2025: maximality). That these are not barred is known if nothing is.
bool LookAhead::judge_class(std::uint32_t at) {
    const bool stays_connected = !space_->connected() || node_->open.classes[at].attached != 0;
    const bool may_take = node_->barred.empty() && stays_connected;
    const Range range = promises_[at].range;
    for (std::uint32_t left = range.left; left < range.left_end; ++left) {
        if (!left_.leads(left)) continue;
        for (std::uint32_t right = range.right; right < range.right_end; ++right) {
            if (!right_.leads(right)) continue;
            beside_.resize((candidates_.size() + 1) * stride_);
            std::uint8_t* const beside = beside_.data() + candidates_.size() * stride_;
            const std::int32_t bound = matched() + 1 + static_cast<std::int32_t>(look_beside(left, right, beside));
            if (bound <= to_beat_ || is_barred(left, right)) continue;
            if (may_take && bound == node_->open.limit && rules_out_nothing(at, left, right)) {
                take(at, left, right);
                return true;
            }
            candidates_.push_back({at, left, right, bound});
            groups_.add(at, beside);
        }
    }
    return false;
}

void LookAhead::take(std::uint32_t at, std::uint32_t left, std::uint32_t right) {
    set_chosen(at, false, left, false);
    node_->partners.push_back({node_->open.right[right], static_cast<Vertex>(node_->bound)});
}

void LookAhead::judge_again() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        Candidate candidate = candidates_[i];
        candidate.bound = std::min(candidate.bound, groups_.bound_with(candidate.at, beside_.data() + i * stride_));
        if (candidate.bound <= to_beat_) continue;
        Promise& promise = promises_[candidate.at];
        promise.most = std::max(promise.most, candidate.bound);
        candidates_[kept++] = candidate;
    }
    candidates_.resize(kept);
}

void LookAhead::lower_bound() {
    node_->bound = std::min(node_->bound, groups_.bound());
    for (std::uint32_t at = 0; at < promises_.size(); ++at)
        node_->bound = std::min(node_->bound, std::max(promises_[at].most, groups_.bound_with_at_most(0, at)));
}

void LookAhead::count_partners() {
    partners_left_.assign(node_->open.left.size(), 0);
    partners_right_.assign(node_->open.right.size(), 0);
    for (const Candidate& candidate : candidates_) {
        ++partners_left_[candidate.left];
        ++partners_right_[candidate.right];
    }
}

/// Removes vertices without candidates; false if there are none.
bool LookAhead::drop_hopeless() {
    Node& open = node_->open;
    std::size_t left = 0;
    std::size_t right = 0;
    std::size_t classes = 0;
    std::size_t limit = open.matched.size();
    const std::size_t before = open.left.size() + open.right.size();
    for (std::size_t i = 0; i < promises_.size(); ++i) {
        const Range range = promises_[i].range;
        LabelClass kept{0, 0, open.classes[i].attached};
        for (std::uint32_t v = range.left; v < range.left_end; ++v) {
            if (partners_left_[left_.leader(v)] == 0) continue;
            open.left[left++] = open.left[v];
            ++kept.left;
        }
        for (std::uint32_t v = range.right; v < range.right_end; ++v) {
            if (partners_right_[right_.leader(v)] == 0) continue;
            open.right[right++] = open.right[v];
            ++kept.right;
        }
        limit += std::min(kept.left, kept.right);
        if (kept.left != 0) open.classes[classes++] = kept;
    }
    if (left + right == before) return false;
    open.classes.resize(classes);
    open.left.resize(left);
    open.right.resize(right);
    open.limit = static_cast<std::int32_t>(limit);
    node_->bound = std::min(node_->bound, open.limit);
    return true;
}

/// Searches the subtree at once, if that does not take long; false if it does.
bool LookAhead::finish() {
    if (!is_small(*space_, node_->open, to_beat_)) return false;
    const std::optional<std::vector<Pair>> largest = search_subtree(*space_, node_->open, to_beat_);
    if (!largest) return false;
    node_->open.matched.insert(node_->open.matched.end(), largest->begin(), largest->end());
    node_->open.classes.clear();
    node_->open.left.clear();
    node_->open.right.clear();
    node_->open.limit = matched();
    node_->bound = std::max(matched(), std::min(to_beat_, node_->bound));
    return true;
}

void LookAhead::set_chosen(std::uint32_t at, bool of_right, std::uint32_t position, bool leaves_out) {
    node_->at = at;
    node_->of_right = of_right ? 1 : 0;
    node_->chosen = of_right ? node_->open.right[position] : node_->open.left[position];
    node_->leaves_out = leaves_out ? 1 : 0;
}

// A vertex of the smaller side of a class, the one with the fewest children.
void LookAhead::choose() {
    auto best = std::tuple(std::numeric_limits<unsigned>::max(), 0U, Vertex{0});
    std::uint32_t chosen = 0;
    const auto consider = [&](std::uint32_t at, bool of_right, std::uint32_t begin, std::uint32_t end) {
        const LabelClass& label = node_->open.classes[at];
        const Profiles& side = of_right ? right_ : left_;
        for (std::uint32_t v = begin; v < end; ++v) {
            if (!side.leads(v)) continue;
            const auto rest = static_cast<std::int32_t>(end - begin - side.twins(v, end));
            const bool leaves_out = groups_.bound_with_at_most(rest, at) > to_beat_;
            const unsigned children = (of_right ? partners_right_ : partners_left_)[v] + (leaves_out ? 1 : 0);
            const auto key = std::tuple(children, unsigned{std::max(label.left, label.right)},
                                        of_right ? node_->open.right[v] : node_->open.left[v]);
            if (key >= best) continue;
            best = key;
            chosen = v;
            set_chosen(at, of_right, v, leaves_out);
        }
    };
    for (std::uint32_t at = 0; at < promises_.size(); ++at) {
        const LabelClass& label = node_->open.classes[at];
        const Range& range = promises_[at].range;
        if (!can_branch(label)) continue;
        if (label.left <= label.right) consider(at, false, range.left, range.left_end);
        if (label.right <= label.left) consider(at, true, range.right, range.right_end);
    }
    const bool of_right = node_->of_right != 0;
    for (const Candidate& candidate : candidates_) {
        if (candidate.at != node_->at || (of_right ? candidate.right : candidate.left) != chosen) continue;
        const Vertex partner = of_right ? node_->open.left[candidate.left] : node_->open.right[candidate.right];
        node_->partners.push_back({partner, static_cast<Vertex>(std::min(candidate.bound, node_->bound))});
    }
    std::ranges::stable_sort(node_->partners, std::ranges::greater{}, &Partner::bound);
}

void LookAhead::choose_unseen() {
    unsigned best = std::numeric_limits<unsigned>::max();
    for (std::uint32_t at = 0; at < promises_.size(); ++at) {
        const LabelClass& label = node_->open.classes[at];
        const unsigned larger = std::max(label.left, label.right);
        if (!can_branch(label) || larger >= best) continue;
        best = larger;
        const bool of_right = label.left > label.right;
        set_chosen(at, of_right, of_right ? promises_[at].range.right : promises_[at].range.left, true);
    }
    const Range range = promises_[node_->at].range;
    const bool of_right = node_->of_right != 0;
    const std::uint32_t end = of_right ? range.left_end : range.right_end;
    for (std::uint32_t other = of_right ? range.left : range.right; other < end; ++other) {
        if (!(of_right ? left_ : right_).leads(other)) continue;
        if (of_right ? is_barred(other, range.right) : is_barred(range.left, other)) continue;
        const Vertex partner = of_right ? node_->open.left[other] : node_->open.right[other];
        node_->partners.push_back({partner, static_cast<Vertex>(node_->bound)});
    }
}

void LookAhead::run(const Space& space, std::int32_t to_beat, LargestNode& node) {
    space_ = &space;
    node_ = &node;
    to_beat_ = to_beat;
    node.partners.clear();
    node.at = 0;
    node.chosen = 0;
    node.of_right = node.leaves_out = 0;
    node.beaten = to_beat;
    node.bound = std::min(node.bound, node.open.limit);
    while (node.bound > to_beat) {
        if (std::ranges::none_of(node.open.classes, [&](const LabelClass& label) { return can_branch(label); })) {
            node.bound = matched();
            return;
        }
        begin();
        if (!can_look()) return choose_unseen();
        count();
        if (judge_pairs()) return;
        groups_.group(matched());
        judge_again();
        lower_bound();
        count_partners();
        if (drop_hopeless() || node.bound <= to_beat) continue;
        if (!finish()) choose();
        return;
    }
}

}  // namespace

void look_ahead(const Space& space, std::int32_t to_beat, LargestNode& node) {
    thread_local LookAhead look;
    look.run(space, to_beat, node);
}

}  // namespace scrump::mcs

#include <scrump/problems/sip/detail/proof.hpp>

#include <scrump/problems/sip/detail/exclusions.hpp>
#include <scrump/problems/sip/detail/node_record.hpp>
#include <scrump/problems/sip/detail/start_domains.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::sip {
namespace {

using proof::Address;
using proof::Constraint;
using proof::Text;

/// Places in the trail of images that cannot all be given, ascending.
using Places = std::vector<std::uint16_t>;

void merge(Places& places, std::span<const std::uint16_t> others) {
    for (const std::uint16_t place : others) {
        const auto at = std::ranges::lower_bound(places, place);
        if (at == places.end() || *at != place) places.insert(at, place);
    }
}

/// A proof by contradiction that there is no mapping.
class MappingRefutation {
  public:
    MappingRefutation(proof::Proof& proof, const MappingConstraints& constraints, const proof::LoggedTree& tree)
        : proof_(proof),
          text_(proof.text()),
          constraints_(constraints),
          start_(proof, constraints),
          exclusions_(proof, constraints),
          tree_(tree) {}

    /// Derives 0 >= 1 and returns its number.
    Constraint derive() {
        enter(tree_.root());
        while (!path_.empty()) {
            const Address child = path_.back().child;
            if (child != 0) {
                path_.back().child = tree_[child].next_sibling;
                enter(child);
            } else {
                fail_by_children();
            }
        }
        return last_;
    }

  private:
    /// Of the trail: an image, or a Hall set.
    struct Event {
        std::size_t p = hall_set;
        std::size_t t = 0;
        std::span<const std::uint16_t> because{};  // of an image that was the only one left
        HallSet set{};
        std::size_t frame = 0;      // of the node
        Constraint constraint = 0;  // of a Hall set; 0: not derived yet
        Places images{};            // from which it follows, once it is derived
    };

    /// What is known of a vertex by some events, which something used; 0: not derived yet, as nothing else did.
    struct Partial {
        Narrowed vertex;
        Constraint constraint = 0;
    };

    /// A node that the walk is at or below.
    struct Frame {
        std::size_t first;  // place in the trail of the node's first event
        bool chosen;        // which is what was chosen; not of the root
        Address child;      // the next to be visited
        Narrowed branched{};
        std::vector<Constraint> children{};  // that what they chose is wrong
        Places wrong{};                      // given what
        std::vector<Partial> partial{};      // whose last reason is an event of the node
        std::vector<Constraint> own{};       // to be forgotten with the node
    };

    /// That these images cannot all be given.
    struct Clause {
        Constraint constraint;
        Places images;
    };

    void enter(Address address) {
        const proof::LoggedNode node = tree_[address];
        const std::size_t frame = path_.size();
        path_.push_back({.first = trail_.size(), .chosen = frame > 0, .child = node.first_child});
        if (frame > 0) trail_.push_back({.p = vertex_of(node.rank), .t = image_of(node.rank), .frame = frame});
        RecordReader record(node.payload);
        while (true) {
            switch (record.what()) {
                case Told::image: {
                    const std::size_t t = record.number();
                    const Narrowed only = record.narrowed();
                    trail_.push_back({.p = only.p, .t = t, .because = only.because, .frame = frame});
                    break;
                }
                case Told::hall_set:
                    trail_.push_back({.set = record.hall_set(), .frame = frame});
                    break;
                case Told::nothing_left:
                    return fail(record.narrowed());
                case Told::too_few:
                    return fail(record.hall_set());
                case Told::branched:
                    path_.back().branched = record.narrowed();
                    return;
                case Told::end:
                    throw std::logic_error("the log of a search has a mapping; this is a defect of Scrump");
            }
        }
    }

    /// The last node of the path fails, as a vertex has no image left.
    void fail(const Narrowed& vertex) {
        pass_up(clause_of(known_of(vertex, path_.size() - 1), images_of(vertex.because)));
    }
    /// As a Hall set has too few.
    void fail(const HallSet& set) {
        const Constraint constraint = sum(set, path_.size() - 1);
        path_.back().own.push_back(constraint);
        pass_up(clause_of(constraint, images_of(set)));
    }
    /// As each image that the vertex branched on has left is wrong.
    void fail_by_children() {
        const Frame& here = path_.back();
        std::vector<Constraint> hints = here.children;
        const std::vector<Constraint> known = known_of(here.branched, path_.size() - 1);
        hints.insert(hints.end(), known.begin(), known.end());
        Places images = images_of(here.branched.because);
        merge(images, here.wrong);
        pass_up(clause_of(std::move(hints), std::move(images)));
    }

    /// The last node of the path fails, as `clause` says, and so do those above it until one that chose an image which
    /// matters.
    void pass_up(Clause clause) {
        while (true) {
            leave(clause.constraint);
            last_ = clause.constraint;
            if (path_.empty()) return;
            Frame& parent = path_.back();
            parent.own.push_back(clause.constraint);
            if (!clause.images.empty() && clause.images.back() == trail_.size()) {
                clause.images.pop_back();
                parent.children.push_back(clause.constraint);
                merge(parent.wrong, clause.images);
                return;
            }
            clause = clause_of(clause.constraint, std::move(clause.images));
        }
    }

    /// That `images` cannot all be given, but without those that followed in the last node of the path: by unit
    /// propagation through what each followed from, and then through the hints.
    Clause clause_of(std::vector<Constraint> hints, Places images) {
        std::vector<std::vector<Constraint>> known;
        while (followed_here(images)) {
            const Event& event = trail_[images.back()];
            images.pop_back();
            known.push_back(known_of({event.p, event.because}, event.frame));
            merge(images, images_of(event.because));
        }
        known.insert(known.begin(), std::move(hints));
        text_ << "rup";
        write_wrong(images);
        text_ << " >= 1 :";
        for (auto each = known.rbegin(); each != known.rend(); ++each)
            for (const Constraint hint : *each) text_ << ' ' << hint;
        text_ << ";\n";
        return {proof_.derived(), std::move(images)};
    }
    /// As that, from a constraint that says so already.
    Clause clause_of(Constraint constraint, Places images) {
        if (followed_here(images)) return clause_of(std::vector{constraint}, std::move(images));
        return {constraint, std::move(images)};
    }

    /// Whether the last of the images followed from others in the last node of the path.
    bool followed_here(const Places& images) const {
        const Frame& here = path_.back();
        return !images.empty() && images.back() >= here.first + (here.chosen ? 1 : 0);
    }

    /// One of these images is not given.
    void write_wrong(const Places& images) {
        for (const std::uint16_t place : images) text_ << " 1 ~" << Variable{trail_[place].p, trail_[place].t};
    }

    /// Takes the last node off the path and forgets what was derived for it but `kept`.
    void leave(Constraint kept) {
        std::vector<Constraint>& own = path_.back().own;
        std::erase(own, kept);
        if (path_.size() > 1) proof_.forget(own);
        trail_.resize(path_.back().first);
        path_.pop_back();
    }

    /// What is known of a Hall set: nobody else goes to its images, and its vertices go to them.
    Constraint sum(const HallSet& set, std::size_t frame) {
        std::vector<Constraint> known;
        for (const Narrowed& vertex : set.vertices) {
            const std::vector<Constraint> of_vertex = known_of(vertex, frame);
            known.insert(known.end(), of_vertex.begin(), of_vertex.end());
        }
        text_ << "pol " << constraints_.at_most_one(set.images[0]);
        for (const std::uint16_t t : set.images.subspan(1)) text_ << ' ' << constraints_.at_most_one(t) << " +";
        for (const Constraint each : known) text_ << ' ' << each << " +";
        text_ << ";\n";
        return proof_.derived();
    }

    /// The constraint that the vertex has an image, and those that take images from it. What is known above the node is
    /// a clause once something needs it for the second time.
    std::vector<Constraint> known_of(const Narrowed& vertex, std::size_t frame) {
        derive_hall_sets(vertex.because);
        const auto below = std::ranges::lower_bound(vertex.because, path_[frame].first);
        const auto count = static_cast<std::size_t>(below - vertex.because.begin());
        std::vector<Constraint> known;
        for (const std::uint16_t place : vertex.because.subspan(count)) {
            const Event& event = trail_[place];
            known.push_back(event.p == hall_set ? event.constraint : exclusions_.of(event.p, event.t, vertex.p));
        }
        if (count == 0) {
            known.push_back(start_.of(vertex.p));
        } else {
            const std::vector<Constraint> above = known_above({vertex.p, vertex.because.first(count)});
            known.insert(known.end(), above.begin(), above.end());
        }
        return known;
    }

    std::vector<Constraint> known_above(const Narrowed& vertex) {
        const std::size_t where = trail_[vertex.because.back()].frame;
        std::vector<Partial>& partial = path_[where].partial;
        const auto used = std::ranges::find_if(partial, [&](const Partial& each) {
            return each.vertex.p == vertex.p && std::ranges::equal(each.vertex.because, vertex.because);
        });
        if (used == partial.end()) {
            partial.push_back({vertex});
            return known_of(vertex, where);
        }
        if (used->constraint == 0) {
            used->constraint = derive_clause(vertex, where);
            path_[where].own.push_back(used->constraint);
        }
        return {used->constraint};
    }

    /// Given the images that took others from it, the vertex goes to one that is left.
    Constraint derive_clause(const Narrowed& vertex, std::size_t frame) {
        const std::vector<Constraint> known = known_of(vertex, frame);
        const Places images = images_of(vertex.because);
        Images left = start_.images(vertex.p);
        for (const std::uint16_t place : vertex.because) {
            const Event& event = trail_[place];
            const auto take = [&](std::size_t w, std::uint64_t taken) { left[w] &= ~taken; };
            if (event.p != hall_set) for_excluded(constraints_.problem(), event.p, event.t, vertex.p, take);
            for (const std::uint16_t t : event.set.images)
                take(t / graph::Graph::word_bits, std::uint64_t{1} << (t % graph::Graph::word_bits));
        }
        text_ << "rup";
        write_wrong(images);
        for (std::size_t t = 0; t < constraints_.problem().target.size(); ++t)
            if ((left[t / graph::Graph::word_bits] >> (t % graph::Graph::word_bits) & 1) != 0)
                text_ << " 1 " << Variable{vertex.p, t};
        text_ << " >= 1 :";
        for (const Constraint hint : known) text_ << ' ' << hint;
        text_ << ";\n";
        return proof_.derived();
    }

    void derive_hall_sets(std::span<const std::uint16_t> because) {
        for (const std::uint16_t place : because) {
            if (trail_[place].p != hall_set || trail_[place].constraint != 0) continue;
            Event& event = trail_[place];
            event.images = images_of(event.set);
            event.constraint = sum(event.set, event.frame);
            path_[event.frame].own.push_back(event.constraint);
        }
    }

    /// The images that something follows from, in place of Hall sets those from which they follow.
    Places images_of(std::span<const std::uint16_t> because) {
        derive_hall_sets(because);
        Places images;
        for (const std::uint16_t place : because) {
            if (trail_[place].p == hall_set) {
                merge(images, trail_[place].images);
            } else {
                merge(images, std::span(&place, 1));
            }
        }
        return images;
    }
    Places images_of(const HallSet& set) {
        Places images;
        for (const Narrowed& vertex : set.vertices) merge(images, images_of(vertex.because));
        return images;
    }

    proof::Proof& proof_;
    Text& text_;
    const MappingConstraints& constraints_;
    StartDomains start_;
    Exclusions exclusions_;
    const proof::LoggedTree& tree_;
    std::vector<Event> trail_;
    std::vector<Frame> path_;
    Constraint last_ = 0;
};

}  // namespace

std::uint64_t write_refutation(std::ostream& out, const MappingConstraints& constraints,
                               const proof::LoggedTree& tree) {
    proof::Proof proof(out, constraints.count());
    const Constraint contradiction = MappingRefutation(proof, constraints, tree).derive();
    proof.conclude("UNSAT : " + std::to_string(contradiction));
    return proof.steps();
}

std::uint64_t write_witness(std::ostream& out, const MappingConstraints& constraints, const Mapping& mapping) {
    proof::Proof proof(out, constraints.count());
    std::string solution = "SAT :";
    for (std::size_t p = 0; p < mapping.size(); ++p)
        for (std::size_t t = 0; t < constraints.problem().target.size(); ++t)
            solution.append(mapping[p] == t ? " x" : " ~x")
                .append(std::to_string(p))
                .append("_")
                .append(std::to_string(t));
    proof.conclude(solution);
    return proof.steps();
}

}  // namespace scrump::sip

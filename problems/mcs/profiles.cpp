#include <scrump/problems/mcs/detail/profiles.hpp>

namespace scrump::mcs {

void Profiles::find_leaders(const SideOfNode& of) {
    leaders_.resize(of.vertices.size());
    met_.resize(of.side.size());
    std::uint32_t next = 0;
    for (const LabelClass& label : of.classes) {
        const std::uint32_t begin = next;
        for (const std::uint32_t end = begin + label.*of.size; next != end; ++next) {
            const Vertex first_twin = of.side.first_twin(of.vertices[next]);
            std::uint32_t& met = met_[first_twin];
            const bool before = met >= begin && met < next && of.side.first_twin(of.vertices[met]) == first_twin;
            if (!before) met = next;
            leaders_[next] = met;
        }
    }
}

void Profiles::count(const SideOfNode& of, unsigned kinds, std::size_t stride) {
    length_ = kinds * stride;
    profiles_.assign(of.vertices.size() * length_, 0);
    if (kinds == 2) {
        add_rows(of);
        count_adjacent(of, stride);
    } else {
        count_kinds(of, stride);
    }
}

// For each class, and all vertices of the graph at once, to how many of the class they are adjacent.
void Profiles::add_rows(const SideOfNode& of) {
    const std::size_t padded = of.side.padded_size();
    sums_.assign(of.classes.size() * padded, 0);
    std::uint8_t* sums = sums_.data();
    const Vertex* next = of.vertices.data();
    for (const LabelClass& label : of.classes) {
        for (const Vertex* const end = next + label.*of.size; next != end; ++next) {
            const std::uint8_t* const row = of.side.row(*next);
            for (std::size_t at = 0; at < padded; at += block)
                store(sums + at, load(sums + at) + (load(row + at) & 1));  // `itself` is even
        }
        sums += padded;
    }
}

void Profiles::count_adjacent(const SideOfNode& of, std::size_t stride) {
    const std::size_t padded = of.side.padded_size();
    std::size_t own = 0;
    std::size_t end = of.classes.front().*of.size;
    for (std::size_t v = 0; v < of.vertices.size(); ++v) {
        while (v >= end) end += of.classes[++own].*of.size;
        if (!leads(v)) continue;
        std::uint8_t* const to = profiles_.data() + v * length_;
        const std::uint8_t* sum = sums_.data() + of.vertices[v];
        for (std::size_t i = 0; i < of.classes.size(); ++i, sum += padded) {
            to[i] = static_cast<std::uint8_t>(of.classes[i].*of.size - *sum);
            to[stride + i] = *sum;
        }
        --to[own];  // itself
    }
}

void Profiles::count_kinds(const SideOfNode& of, std::size_t stride) {
    for (std::size_t v = 0; v < of.vertices.size(); ++v) {
        if (!leads(v)) continue;
        const std::uint8_t* const row = of.side.row(of.vertices[v]);
        std::uint8_t* to = profiles_.data() + v * length_;
        const Vertex* each = of.vertices.data();
        for (const LabelClass& label : of.classes) {
            for (const Vertex* const end = each + label.*of.size; each != end; ++each) ++to[row[*each] * stride];
            to[PairKinds::itself * stride] = 0;
            ++to;
        }
    }
}

}  // namespace scrump::mcs

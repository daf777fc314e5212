#include <scrump/problems/tsp/tour_file.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>

#include <optional>
#include <vector>

namespace scrump::tsp {
namespace {

class TourParser {
  public:
    TourParser(std::string_view text, const std::string& name, std::size_t cities, std::uint64_t first_city)
        : text_(text, name), cities_(cities), first_(static_cast<std::int64_t>(first_city)), seen_(cities) {}

    Tour parse() {
        skip_to_section();
        while (!ended_) take_line();
        if (tour_.size() < cities_)
            text_.fail("the tour ends after " + std::to_string(tour_.size()) + " of the " + std::to_string(cities_) +
                       " cities");
        return std::move(tour_);
    }

  private:
    void skip_to_section() {
        while (std::optional<Line> line = text_.next_full_line()) {
            const std::string keyword = files::in_capitals(line->word());
            if (keyword == "TOUR_SECTION") return;
            if (!keyword.starts_with("DIMENSION")) continue;
            if (!keyword.ends_with(':')) line->word();
            if (const auto dimension = line->number(); dimension != cities_)
                text_.fail("a tour of another number of cities; expected " + std::to_string(cities_));
        }
        text_.fail("the file ends without TOUR_SECTION; expected a tour in TSPLIB's format");
    }

    // Cities may stand in one line or in many; -1 ends the tour, and so may the file's end.
    void take_line() {
        std::optional<Line> line = text_.next_full_line();
        if (!line || files::begins_with_letters(line->rest(), "eof")) {
            ended_ = true;
            return;
        }
        while (!line->empty() && !ended_) {
            const Line before = *line;
            const auto city = line->integer();
            ended_ = city == -1;
            if (ended_) return;
            const std::int64_t last = static_cast<std::int64_t>(cities_) - 1 + first_;
            if (!city || *city < first_ || *city > last)
                text_.fail("expected a city from " + std::to_string(first_) + " to " + std::to_string(last) + ", " +
                           before.found());
            const auto place = static_cast<std::size_t>(*city - first_);
            if (seen_[place]) text_.fail("city " + std::to_string(*city) + " a second time");
            seen_[place] = true;
            tour_.push_back(static_cast<City>(place));
        }
    }

    Text text_;
    std::size_t cities_;
    std::int64_t first_;  // the number of the first city
    std::vector<bool> seen_;
    bool ended_ = false;
    Tour tour_;
};

}  // namespace

Tour parse_tour_file(std::string_view text, const std::string& name, std::size_t cities, std::uint64_t first_city) {
    return TourParser(text, name, cities, first_city).parse();
}

}  // namespace scrump::tsp

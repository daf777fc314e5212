#pragma once
// What all workers of a run do with remote memory, and what must then be there. For one process and for several.

#include <scrump/runtime/spmd.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scrump::test {

using namespace detail;

/// One of the workers, and an array in which word 0 of locality 0 is for meeting the others.
class RemoteProgram {
  public:
    using Word = Window::Word;

    explicit RemoteProgram(const SpmdWorker& self) : self_(self), array_(*self.arrays.front()) {}

    unsigned number() const { return self_.locality * self_.workers + self_.index; }
    unsigned all() const { return self_.localities * self_.workers; }
    RemoteAccess& array() { return array_; }

    /// Waits until all have come, and what they asked for is done; or the run ends.
    void meet() {
        array_.fence();
        meetings_ += all();
        array_.fetch_add(0, 0, 1);
        while (array_.get(0, 0).wait() < meetings_ && !array_.ending()) std::this_thread::yield();
    }

  private:
    const SpmdWorker& self_;
    RemoteAccess& array_;
    Word meetings_ = 0;
};

inline void run_program(const Settings& settings, std::size_t words,
                        const std::function<void(RemoteProgram&)>& program) {
    const Status status = run_on_all_workers(settings, {{"table", words}}, [&](const SpmdWorker& self) {
        RemoteProgram one(self);
        program(one);
    });
    EXPECT_EQ(status, Status::complete);
}

/// Each adds to a word of each locality, with so many additions under way: no addition is lost, and what one asks of
/// one owner is done in the order in which it asks.
inline void add_with_outstanding(const Settings& settings, std::size_t outstanding) {
    using Word = RemoteProgram::Word;
    constexpr Word rounds = 30;
    run_program(settings, 3 + 4 * 64, [&](RemoteProgram& self) {
        RemoteAccess& array = self.array();
        const std::size_t own = 2 + self.number();  // nobody else's
        std::vector<RemoteHandle> handles(outstanding * array.owners());
        for (Word round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < outstanding; ++i) {
                for (unsigned owner = 0; owner < array.owners(); ++owner) {
                    handles[i * array.owners() + owner] = array.fetch_add(owner, own, owner + 1);
                    array.fetch_add(owner, 1, 1);
                }
            }
            for (std::size_t i = 0; i < outstanding; ++i) {
                for (unsigned owner = 0; owner < array.owners(); ++owner) {
                    RemoteHandle& handle = handles[i * array.owners() + owner];
                    EXPECT_EQ(handle.wait(), (round * outstanding + i) * (owner + 1));
                    EXPECT_TRUE(handle.done());
                }
            }
        }
        self.meet();
        for (unsigned owner = 0; owner < array.owners(); ++owner)
            EXPECT_EQ(array.get(owner, 1).wait(), rounds * outstanding * self.all());
        self.meet();
    });
}

/// A list through all localities, to whose head each pushes nodes of its own: all of them are in it, once.
inline void push_onto_a_list(const Settings& settings) {
    using Word = RemoteProgram::Word;
    constexpr std::size_t each = 40;
    constexpr std::size_t head = 1;
    constexpr std::size_t nodes = 2;
    const auto owner_of = [](Word node) { return static_cast<unsigned>(node >> 32U); };
    const auto index_of = [](Word node) { return static_cast<std::size_t>(node & 0xFFFFFFFF); };
    run_program(settings, nodes + 4 * each, [&](RemoteProgram& self) {
        RemoteAccess& array = self.array();
        // Far from who pushes: in the next locality.
        const unsigned owner = (self.number() + 1) % array.owners();
        const std::size_t slot = self.number() / array.owners();
        for (std::size_t i = 0; i < each; ++i) {
            const Word node = (Word{owner} << 32U) + nodes + slot * each + i;
            Word seen = 0;
            while (!array.ending()) {
                array.put(owner, index_of(node), seen).wait();
                const Word before = array.compare_and_swap(0, head, seen, node).wait();
                if (before == seen) break;
                seen = before;
            }
        }
        self.meet();
        std::size_t found = 0;
        for (Word node = array.get(0, head).wait(); node != 0; node = array.get(owner_of(node), index_of(node)).wait())
            ++found;
        EXPECT_EQ(found, each * self.all());
        self.meet();
    });
}

/// A lock by compare-and-swap around a read and a write that are not one operation.
inline void count_under_a_lock(const Settings& settings) {
    constexpr std::size_t lock = 1;
    constexpr std::size_t counter = 2;
    constexpr unsigned each = 25;
    run_program(settings, 3, [&](RemoteProgram& self) {
        RemoteAccess& array = self.array();
        const unsigned owner = array.owners() - 1;
        for (unsigned i = 0; i < each; ++i) {
            while (array.compare_and_swap(owner, lock, 0, 1).wait() != 0 && !array.ending()) std::this_thread::yield();
            array.put(owner, counter, array.get(owner, counter).wait() + 1);
            array.put(owner, lock, 0);
        }
        self.meet();
        EXPECT_EQ(array.get(owner, counter).wait(), each * self.all());
        self.meet();
    });
}

/// Each writes a piece of each locality's words and reads all of them.
inline void exchange_pieces(const Settings& settings) {
    using Word = RemoteProgram::Word;
    constexpr std::size_t piece = 300;
    run_program(settings, 1 + 16 * piece, [&](RemoteProgram& self) {
        RemoteAccess& array = self.array();
        const auto first_of = [](std::size_t number) { return 1 + number * piece; };
        const auto value = [](unsigned number, unsigned owner, std::size_t i) {
            return Word{number} * 1'000'000 + Word{owner} * 1'000 + i;
        };
        for (unsigned owner = 0; owner < array.owners(); ++owner) {
            std::vector<Word> values(piece);
            for (std::size_t i = 0; i < piece; ++i) values[i] = value(self.number(), owner, i);
            array.put(owner, first_of(self.number()), values);  // which need not stay
        }
        self.meet();
        std::vector<std::vector<Word>> all(array.owners(), std::vector<Word>(self.all() * piece));
        std::vector<RemoteHandle> handles;
        for (unsigned owner = 0; owner < array.owners(); ++owner)
            handles.push_back(array.get(owner, 1, std::span(all[owner])));
        for (RemoteHandle& handle : handles) handle.wait();
        for (unsigned owner = 0; owner < array.owners(); ++owner) {
            for (unsigned number = 0; number < self.all(); ++number) {
                for (std::size_t i = 0; i < piece; ++i)
                    ASSERT_EQ(all[owner][number * piece + i], value(number, owner, i));
            }
        }
        self.meet();
    });
}

/// One fails while the others have operations under way and wait for what will never be: all come back.
inline void fail_meanwhile(const Settings& settings) {
    try {
        run_program(settings, 2, [](RemoteProgram& self) {
            RemoteAccess& array = self.array();
            self.meet();
            if (self.number() + 1 == self.all()) throw std::runtime_error("one of them failed");
            while (!array.ending()) {
                for (unsigned owner = 0; owner < array.owners(); ++owner) array.fetch_add(owner, 1, 1);
                array.get(array.owners() - 1, 0).wait();
            }
            RemoteHandle late = array.get(array.owners() - 1, 1);
            late.wait();
            array.fence();
        });
        ADD_FAILURE() << "nobody failed";
    } catch (const std::exception& error) {
        EXPECT_NE(std::string(error.what()).find("one of them failed"), std::string::npos) << error.what();
    }
}

/// One reaches beyond the words of a locality: that ends the run, and is named.
inline void reach_beyond(const Settings& settings) {
    try {
        run_program(settings, 20, [](RemoteProgram& self) {
            self.meet();
            if (self.number() == 0) self.array().put(self.array().owners() - 1, 20, 1);
            while (!self.array().ending()) std::this_thread::yield();
        });
        ADD_FAILURE() << "nobody reached beyond";
    } catch (const std::exception& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("remote array 'table': word 20 of locality "), std::string::npos) << text;
        EXPECT_NE(text.find(", which has 20"), std::string::npos) << text;
    }
}

}  // namespace scrump::test

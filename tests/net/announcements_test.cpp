#include <scrump/net/detail/announcements.hpp>

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace scrump::detail {
namespace {

using Contact = Announcements::Contact;

std::uint32_t ip(const char* text) {
    return ::inet_addr(text);
}

Contact on_machine(std::uint32_t machine, std::initializer_list<Announcements::Interface> interfaces) {
    Contact contact{.secret = 1, .machine = machine, .port = 2};
    for (const auto& each : interfaces) contact.interface[contact.interfaces++] = each;
    return contact;
}

using Addresses = std::vector<std::uint32_t>;

TEST(Announcements, GoThroughNetworksThatBothAreIn) {
    const std::uint32_t mask = ip("255.255.255.0");
    const Contact here = on_machine(0, {{ip("172.17.0.1"), ip("255.255.0.0")}, {ip("10.1.0.1"), mask}});
    const Contact there =
        on_machine(1, {{ip("172.17.0.1"), ip("255.255.0.0")}, {ip("10.2.0.2"), mask}, {ip("10.1.0.2"), mask}});
    EXPECT_EQ(Announcements::ways(here, there), Addresses{ip("10.1.0.2")});
}

TEST(Announcements, GoWhereTheyMayBeHeardIfNoNetworkIsShared) {
    const std::uint32_t mask = ip("255.255.255.0");
    const Contact here = on_machine(0, {{ip("10.1.0.1"), mask}});
    const Contact there = on_machine(1, {{ip("10.2.0.2"), mask}, {ip("10.3.0.2"), mask}});
    EXPECT_EQ(Announcements::ways(here, there), (Addresses{ip("10.2.0.2"), ip("10.3.0.2")}));
}

TEST(Announcements, StayWithinAMachine) {
    const Contact one = on_machine(3, {{ip("10.1.0.1"), ip("255.0.0.0")}});
    EXPECT_EQ(Announcements::ways(one, one), Addresses{ip("127.0.0.1")});
}

TEST(Announcements, GoNowhereWithoutAPort) {
    const Contact here = on_machine(0, {{ip("10.1.0.1"), ip("255.0.0.0")}});
    Contact deaf = on_machine(1, {{ip("10.1.0.2"), ip("255.0.0.0")}});
    deaf.port = 0;
    EXPECT_EQ(Announcements::ways(here, deaf), Addresses{});
}

// Two processes of one machine, but that they are one.
class Announced : public ::testing::Test {
  protected:
    void connect() {
        const std::vector<Contact> contacts = {one_.contact(0), altered_};
        one_.connect(0, contacts);
        other_.connect(1, contacts);
    }
    void sleep_until_under_way() {
        while (true) {
            const EventCount::Key key = events_.prepare_wait();
            if (other_.under_way()) return events_.cancel_wait();
            events_.wait(key);
        }
    }

    EventCount unused_;
    EventCount events_;
    Announcements one_{unused_};
    Announcements other_{events_};
    Contact altered_ = other_.contact(0);
};

TEST_F(Announced, WakesTheOtherAndSaysHowManyAreUnderWay) {
    connect();
    EXPECT_FALSE(other_.under_way());
    one_.announce(1);
    sleep_until_under_way();
    EXPECT_TRUE(other_.all_announced());
    other_.note_arrival();
    EXPECT_FALSE(other_.under_way());
    EXPECT_TRUE(other_.all_announced());
}

TEST_F(Announced, AReminderAnnouncesNothingNew) {
    connect();
    one_.announce(1);
    sleep_until_under_way();
    other_.note_arrival();
    for (int again = 0; again < 3; ++again) one_.remind(1);
    one_.announce(1);
    sleep_until_under_way();
    other_.note_arrival();
    EXPECT_FALSE(other_.under_way());
}

TEST_F(Announced, HearsOnlyThoseWhoKnowTheSecret) {
    ++altered_.secret;
    connect();
    one_.announce(1);
    one_.announce(1);
    // What comes after it is heard only once it was read.
    EventCount more;
    Announcements third(more);
    Contact right = altered_;
    --right.secret;
    third.connect(0, std::vector<Contact>{third.contact(0), right});
    third.announce(1);
    sleep_until_under_way();
    other_.note_arrival();
    EXPECT_FALSE(other_.under_way());
}

}  // namespace
}  // namespace scrump::detail

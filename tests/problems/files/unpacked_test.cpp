#include <scrump/problems/files/ext/packed.hpp>
#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>

#include <gtest/gtest.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::files {
namespace {

std::string lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += std::to_string(i * i) + "\n";
    return text;
}

std::string by_gzip(const std::string& text) {
    std::string packed(text.size() + 100, '\0');
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string copy = text;
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string by_xz(const std::string& text) {
    std::string packed(text.size() + 1000, '\0');
    std::size_t size = 0;
    EXPECT_EQ(
        lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size()),
        LZMA_OK);
    packed.resize(size);
    return packed;
}

std::string by_zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    return packed;
}

struct Packing {
    std::string name;
    std::string (*pack)(const std::string& text);
};

const std::vector<Packing> packings = {{"gzip", by_gzip}, {"xz", by_xz}, {"zstd", by_zstd}};

std::string refusal(const std::string& text) {
    return test::message_of([&] { unpacked(text, "in"); });
}

TEST(Unpacked, WhatIsNotPackedStaysAsItIs) {
    for (const std::string text : {"", "p edge 1 0\n", "\x1f", "\xfd\x37\x7a"}) EXPECT_EQ(unpacked(text, "in"), text);
}

TEST(Unpacked, WhatWasPackedComesBack) {
    for (const Packing& packing : packings) {
        for (const std::size_t count : {0U, 1U, 100'000U}) {
            const std::string text = lines(count);
            const std::string packed = packing.pack(text);
            EXPECT_TRUE(count < 2 || packed.size() < text.size());
            EXPECT_TRUE(unpacked(packed, "in") == text) << packing.name << " " << count;
            EXPECT_TRUE(unpacked(packed + packed, "in") == text + text) << packing.name << " in two parts";
        }
    }
}

TEST(Unpacked, WhatIsCutOffIsRefused) {
    for (const Packing& packing : packings) {
        const std::string packed = packing.pack(lines(20'000));
        for (const std::size_t missing : {std::size_t{1}, std::size_t{4}, packed.size() / 2, packed.size() - 10}) {
            const std::string expected = "in: packed by " + packing.name + ", and is cut off";
            EXPECT_EQ(refusal(packed.substr(0, packed.size() - missing)), expected) << missing;
            EXPECT_EQ(refusal(packed + packed.substr(0, packed.size() - missing)), expected) << "in the second part";
        }
    }
}

TEST(Unpacked, WhatIsDamagedIsRefused) {
    for (const Packing& packing : packings) {
        const std::string packed = packing.pack(lines(20'000));
        EXPECT_EQ(refusal(packed + "p edge 3 2\ne 1 2\n"), "in: packed by " + packing.name + ", and is damaged");
        if (packing.name == "zstd") continue;  // it has no sum to check the text by
        std::string damaged = packed;
        damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
        EXPECT_EQ(refusal(damaged), "in: packed by " + packing.name + ", and is damaged");
    }
}

TEST(Unpacked, ThereIsALimit) {
    for (const Packing& packing : packings) {
        const std::string text(1000, 'x');
        const std::string packed = packing.pack(text);
        EXPECT_EQ(unpacked(packed, "in", 1000), text);
        EXPECT_EQ(test::message_of([&] { unpacked(packed, "in", 999); }),
                  "in: packed by " + packing.name + ", and unpacks to more than 999 bytes");
    }
    EXPECT_EQ(max_unpacked(1000), (std::size_t{1} << 30U) + 100'000);
}

TEST(Unpacked, ArchivesAreNamed) {
    const std::string zeros(512, '\0');
    EXPECT_EQ(refusal("PK\x03\x04" + zeros), "in: a zip archive: unpack it first, by unzip");
    EXPECT_EQ(refusal("BZh91AY&SY" + zeros), "in: packed by bzip2: unpack it first, by bunzip2");
    EXPECT_EQ(unpacked("BZh 1\n", "in"), "BZh 1\n");
    std::string tar = zeros;
    tar.replace(257, 5, "ustar");
    EXPECT_EQ(refusal(tar), "in: a tar archive: unpack it first, by tar");
    EXPECT_EQ(refusal(by_gzip(tar)), "in: a tar archive: unpack it first, by tar");
    EXPECT_EQ(refusal(std::string("\xff\xfe"
                                  "1\0",
                                  4)),
              "in: text in UTF-16: expected UTF-8, as iconv writes it");
}

TEST(Unpacked, TheByteOrderMarkOfTextIsSkipped) {
    EXPECT_EQ(unpacked("\xef\xbb\xbfp edge 1 0\n", "in"), "p edge 1 0\n");
    EXPECT_EQ(unpacked(by_gzip("\xef\xbb\xbfx"), "in"), "x");
}

TEST(Packed, ByTheEndingOfTheName) {
    for (const std::size_t count : {0U, 1U, 100'000U}) {
        const std::string text = lines(count);
        for (const auto& [name, begins] : std::vector<std::pair<std::string, std::string>>{
                 {"x.clq.gz", "\x1f\x8b"}, {"x.xz", "\xfd\x37\x7a"}, {"x.zst", "\x28\xb5\x2f\xfd"}}) {
            const std::string packed = packed_for(name, text);
            EXPECT_TRUE(packed.starts_with(begins)) << name;
            EXPECT_TRUE(unpacked(packed, name) == text) << name << " " << count;
            EXPECT_TRUE(is_packed_name(name));
        }
        EXPECT_TRUE(packed_for("x.clq", text) == text);
    }
    EXPECT_FALSE(is_packed_name("x.clq"));
}

TEST(ReadText, TakesFilesPackedOrNot) {
    const test::Folder folder;
    const std::string path = folder / "list";
    for (const std::string& text : {lines(100), by_gzip(lines(100))}) {
        std::ofstream(path, std::ios::binary) << text;
        const NamedText read = read_text(path);
        EXPECT_EQ(read.text, lines(100));
        EXPECT_EQ(read.name, path);
    }
    EXPECT_EQ(test::message_of([&] { read_text(folder.path().string()); }),
              folder.path().string() + ": is a directory; expected a file");
}

}  // namespace
}  // namespace scrump::files

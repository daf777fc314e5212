#include "detail/sha1_many.hpp"

#include <scrump/base/cpu.hpp>

#include <cstring>

#include "detail/sha1.hpp"
#include "detail/sha1_avx2.hpp"
#include "detail/sha1_avx512.hpp"
#include "detail/sha1_message.hpp"

namespace scrump::uts {

namespace {

#if defined(__x86_64__)

[[gnu::target("avx512f")]] void hash_avx512(const Messages& messages, const Digests& digests, std::size_t count) {
    for (std::size_t i = 0; i < count; i += Avx512Sha1::lanes) {
        __m512i words[16];
        __m512i digest[5];
        for (unsigned word = 0; word < message::words; ++word) words[word] = _mm512_loadu_si512(messages[word] + i);
        Avx512Sha1::hash(words, digest);
        for (unsigned word = 0; word < 5; ++word) _mm512_storeu_si512(digests[word] + i, digest[word]);
    }
}

[[gnu::target("avx2")]] void hash_avx2(const Messages& messages, const Digests& digests, std::size_t count) {
    for (std::size_t i = 0; i < count; i += Avx2Sha1::lanes) {
        __m256i words[16];
        __m256i digest[5];
        for (unsigned word = 0; word < message::words; ++word)
            words[word] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(messages[word] + i));
        Avx2Sha1::hash(words, digest);
        for (unsigned word = 0; word < 5; ++word)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(digests[word] + i), digest[word]);
    }
}

[[gnu::target("sha,sse4.1")]] void hash_sha_ni(const Messages& messages, const Digests& digests, std::size_t count) {
    State parent[3];
    State digest[3];
    for (std::size_t i = 0; i < count; i += 3) {
        const std::size_t streams = count - i < 3 ? count - i : 3;
        std::uint32_t index[3] = {};
        for (std::size_t stream = 0; stream < streams; ++stream) {
            for (unsigned word = 0; word < 5; ++word) parent[stream][word] = messages[word][i + stream];
            index[stream] = messages[5][i + stream];
        }
        ShaNi::three(parent, index, digest);
        for (std::size_t stream = 0; stream < streams; ++stream) {
            for (unsigned word = 0; word < 5; ++word) digests[word][i + stream] = digest[stream][word];
        }
    }
}

#endif

void hash_portable(const Messages& messages, const Digests& digests, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        State parent;
        for (unsigned word = 0; word < 5; ++word) parent[word] = messages[word][i];
        State digest;
        PortableSha1::children(parent, messages[5][i], digest);
        for (unsigned word = 0; word < 5; ++word) digests[word][i] = digest[word];
    }
}

constexpr Kernel all[] = {
#if defined(__x86_64__)
    {HashChoice::avx512, "avx512", Avx512Sha1::lanes, cpu::has_avx512, hash_avx512},
    {HashChoice::avx2, "avx2", Avx2Sha1::lanes, cpu::has_avx2, hash_avx2},
    {HashChoice::sha_ni, "sha-ni", 3, cpu::has_sha, hash_sha_ni},
#endif
    {HashChoice::portable, "portable", 1, PortableSha1::available, hash_portable},
};

}  // namespace

std::span<const Kernel> kernels() {
    return all;
}

const Kernel* find_kernel(HashChoice hash) {
    for (const Kernel& kernel : all) {
        if (kernel.choice == hash) return &kernel;
    }
    return nullptr;
}

}  // namespace scrump::uts

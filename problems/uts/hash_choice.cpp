#include "hash_choice.hpp"

#include <array>

#include "detail/sha1_many.hpp"

namespace scrump::uts {

bool available(HashChoice hash) {
    const Kernel* const kernel = find_kernel(resolve(hash));
    return kernel != nullptr && kernel->available();
}

HashChoice resolve(HashChoice hash) {
    if (hash != HashChoice::automatic) return hash;
    for (const Kernel& kernel : kernels()) {
        if (kernel.available()) return kernel.choice;
    }
    return HashChoice::portable;
}

std::string_view name_of(HashChoice hash) {
    switch (hash) {
        case HashChoice::automatic:
            return "automatic";
        case HashChoice::portable:
            return "portable";
        case HashChoice::sha_ni:
            return "sha-ni";
        case HashChoice::avx2:
            return "avx2";
        case HashChoice::avx512:
            return "avx512";
    }
    return {};
}

std::span<const HashChoice> hash_choices() {
    using enum HashChoice;
    static constexpr std::array<HashChoice, 5> all = {automatic, avx512, avx2, sha_ni, portable};
    return all;
}

}  // namespace scrump::uts

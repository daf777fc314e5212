#pragma once
// The code that hashes the nodes of an unbalanced tree. All choices give the same tree, some many times faster than
// others.

#include <span>
#include <string_view>

namespace scrump::uts {

/// The choices; `automatic`: the fastest one that the processor can run.
enum class HashChoice { automatic, portable, sha_ni, avx2, avx512 };

/// Whether this processor can run the hash.
bool available(HashChoice hash);

/// The choice for which `automatic` stands on this processor; any other stands for itself.
HashChoice resolve(HashChoice hash);

/// Name of the hash, e.g. "sha-ni".
std::string_view name_of(HashChoice hash);

/// All choices, `automatic` first, then from the fastest to the slowest.
std::span<const HashChoice> hash_choices();

}  // namespace scrump::uts

#pragma once
// Which code hashes the nodes of an unbalanced tree. All give the same tree, some of them many times faster than
// others.

#include <span>
#include <string_view>

namespace scrump::uts {

/// `automatic`: the fastest one that the processor has.
enum class HashChoice { automatic, portable, sha_ni, avx2, avx512 };

/// Whether this processor can run the hash.
bool available(HashChoice hash);

/// The one that `automatic` stands for on this processor; any other stands for itself.
HashChoice resolve(HashChoice hash);

/// What the hash is called, e.g. "sha-ni".
std::string_view name_of(HashChoice hash);

/// All choices, `automatic` first, then from the fastest to the slowest.
std::span<const HashChoice> hash_choices();

}  // namespace scrump::uts

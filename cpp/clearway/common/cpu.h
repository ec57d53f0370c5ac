#pragma once

namespace clearway::internal {

/* Loops over lanes are compiled twice, for any processor and for those with
 AVX2, and chosen between when they are called: the body is an inline function
 (CLEARWAY_LANES) that both versions consist of. No a*b + c is contracted in
 either, so that both give the same numbers to the last bit. A function's target
 does not reach the inline functions of others, which stay those of any
 processor. */
#if defined(__x86_64__) && defined(__GNUC__)
#define CLEARWAY_AVX2 __attribute__((target("avx2")))
#define CLEARWAY_LANES inline __attribute__((always_inline))
inline bool HasAvx2() { return __builtin_cpu_supports("avx2") != 0; }
#else
#define CLEARWAY_AVX2
#define CLEARWAY_LANES inline
inline bool HasAvx2() { return false; }
#endif

}  // namespace clearway::internal

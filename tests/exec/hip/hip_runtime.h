// A stand-in for HIP's runtime that runs kernels on the CPU, with wavefronts of WAVEFRONT lanes.
//
// Every thread of a block is a fiber. A function that works on a wavefront waits until all its
// lanes wait or have ended; then the lanes that wait at one place of the source do it together,
// the earliest place first, as lanes of a wavefront that run in lockstep would.
#pragma once
#include <ucontext.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#ifndef WAVEFRONT
#define WAVEFRONT 64
#endif
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)

using std::max;
using std::min;

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct char4 { signed char x, y, z, w; };
struct uchar4 { unsigned char x, y, z, w; };
struct short2 { short x, y; };
struct ushort2 { unsigned short x, y; };
struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
struct float2 { float x, y; };
struct float4 { float x, y, z, w; };

namespace cpu {

struct Fiber {
    ucontext_t context;
    std::vector<char> stack;
    dim3 index;
    unsigned number = 0;
    bool ended = false;
    long place = 0;               // where it waits; 0: not at all, -1: at the block's barrier
    unsigned long long given = 0;  // what it brings
    std::vector<unsigned long long> all;  // what the lanes of its group brought
    unsigned long long present = 0;       // the lanes of its group
};

inline std::vector<Fiber> fibers;
inline Fiber* current = nullptr;
inline ucontext_t scheduler;
inline dim3 block_index, block_size, grid_size;
inline std::vector<char> dynamic_memory;
template <class F> inline F* body = nullptr;

inline unsigned lane() { return current->number % WAVEFRONT; }

inline void wait_at(long place) {
    current->place = place;
    swapcontext(&current->context, &scheduler);
}

// All lanes that wait at the place bring a value, and see those of the others.
inline void meet(long place, unsigned long long value) {
    current->given = value;
    wait_at(place);
}

template <class F> void enter() {
    (*body<F>)();
    current->ended = true;
    swapcontext(&current->context, &scheduler);
}

inline bool release(unsigned first, unsigned last) {
    long place = 0;
    for (unsigned i = first; i < last; i++) {
        if (fibers[i].ended || fibers[i].place == -1) continue;
        if (place == 0 || fibers[i].place < place) place = fibers[i].place;
    }
    if (place == 0) return false;
    std::vector<unsigned long long> all(WAVEFRONT, 0);
    unsigned long long present = 0;
    for (unsigned i = first; i < last; i++)
        if (!fibers[i].ended && fibers[i].place == place) {
            all[i % WAVEFRONT] = fibers[i].given;
            present |= 1ull << (i % WAVEFRONT);
        }
    for (unsigned i = first; i < last; i++)
        if (present >> (i % WAVEFRONT) & 1 && !fibers[i].ended && fibers[i].place == place) {
            fibers[i].all = all;
            fibers[i].present = present;
            fibers[i].place = 0;
        }
    return true;
}

template <class F> void run_block(F& kernel) {
    unsigned count = block_size.x * block_size.y * block_size.z;
    body<F> = &kernel;
    fibers = std::vector<Fiber>(count);
    for (unsigned i = 0; i < count; i++) {
        Fiber& fiber = fibers[i];
        fiber.stack.resize(64 << 10);
        fiber.number = i;
        fiber.index = dim3(i % block_size.x, i / block_size.x % block_size.y, i / block_size.x / block_size.y);
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.data();
        fiber.context.uc_stack.ss_size = fiber.stack.size();
        fiber.context.uc_link = &scheduler;
        makecontext(&fiber.context, (void (*)())enter<F>, 0);
    }
    for (;;) {
        bool any = false;
        for (Fiber& fiber : fibers)
            while (!fiber.ended && fiber.place == 0) {
                current = &fiber;
                swapcontext(&scheduler, &fiber.context);
                any = true;
            }
        bool released = false;
        for (unsigned first = 0; first < count; first += WAVEFRONT)
            released |= release(first, std::min(first + WAVEFRONT, count));
        if (released) continue;
        bool waiting = false;
        for (Fiber& fiber : fibers)
            if (!fiber.ended) {
                fiber.place = 0;
                waiting = true;
            }
        if (!waiting) return;
        (void)any;
    }
}

template <class T> unsigned long long bits(T value) {
    unsigned long long out = 0;
    static_assert(sizeof(T) <= 8);
    std::memcpy(&out, &value, sizeof(T));
    return out;
}
template <class T> T value(unsigned long long bits) {
    T out;
    std::memcpy(&out, &bits, sizeof(T));
    return out;
}
// As in HIP, a shuffled value may be undefined in lanes that nobody reads.
template <class T> T exchange(long place, __attribute__((maybe_undef)) T var, int from) {
    meet(place, bits(var));
    return current->present >> from & 1 ? value<T>(current->all[from]) : T(0);
}
inline unsigned long long vote(long place, int predicate) {
    meet(place, predicate != 0);
    unsigned long long result = 0;
    for (int i = 0; i < WAVEFRONT; i++) result |= (unsigned long long)(current->all[i] & current->present >> i & 1) << i;
    return result;
}
template <class T> unsigned long long same(long place, T var) {
    meet(place, bits(var));
    unsigned long long result = 0;
    for (int i = 0; i < WAVEFRONT; i++)
        if (current->present >> i & 1 && current->all[i] == bits(var)) result |= 1ull << i;
    return result;
}
template <class T> T shuffle(long place, __attribute__((maybe_undef)) T var, int lane_in_group, int width) {
    int self = lane(), first = self & ~(width - 1);
    return exchange(place, var, first + (lane_in_group & (width - 1)));
}
template <class T> T shuffle_up(long place, __attribute__((maybe_undef)) T var, unsigned delta, int width) {
    int self = lane(), from = self - (int)delta;
    return exchange(place, var, from < (self & ~(width - 1)) ? self : from);
}
template <class T> T shuffle_down(long place, __attribute__((maybe_undef)) T var, unsigned delta, int width) {
    int self = lane();
    return exchange(place, var, (self & (width - 1)) + (int)delta >= width ? self : self + (int)delta);
}
template <class T> T shuffle_xor(long place, __attribute__((maybe_undef)) T var, int mask, int width) {
    int self = lane(), from = self ^ mask;
    return exchange(place, var, from >= ((self + width) & ~(width - 1)) ? self : from);
}
template <class T, class F> T reduce(long place, unsigned long long mask, T var, F op) {
    meet(place, bits(var));
    bool first = true;
    T result{};
    for (int i = 0; i < WAVEFRONT; i++)
        if (current->present & mask & 1ull << i) {
            T other = value<T>(current->all[i]);
            result = first ? other : op(result, other);
            first = false;
        }
    return result;
}

template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t bytes, void*, A&&... args) {
    grid_size = grid;
    block_size = block;
    dynamic_memory.assign(bytes + 16, 0);
    auto call = [&] { kernel(P(args)...); };
    for (block_index.z = 0; block_index.z < grid.z; block_index.z++)
        for (block_index.y = 0; block_index.y < grid.y; block_index.y++)
            for (block_index.x = 0; block_index.x < grid.x; block_index.x++) run_block(call);
}

}  // namespace cpu

#define HERE (1000000L * __LINE__ + __COUNTER__ + 1)
#define threadIdx (cpu::current->index)
#define blockIdx (cpu::block_index)
#define blockDim (cpu::block_size)
#define gridDim (cpu::grid_size)
#define warpSize WAVEFRONT
#define __lane_id() (cpu::lane())
#define __syncthreads() cpu::wait_at(-1)
#define __syncwarp() cpu::meet(HERE, 0)
#define __ballot(p) cpu::vote(HERE, p)
#define __any(p) (cpu::vote(HERE, p) != 0)
#define __all(p) (cpu::vote(HERE, !(p)) == 0)
#define __match_any(v) cpu::same(HERE, v)
#define CPU_PICK(_1, _2, _3, NAME, ...) NAME
#define CPU_SHFL2(v, l) cpu::shuffle(HERE, v, l, WAVEFRONT)
#define CPU_SHFL3(v, l, w) cpu::shuffle(HERE, v, l, w)
#define __shfl(...) CPU_PICK(__VA_ARGS__, CPU_SHFL3, CPU_SHFL2)(__VA_ARGS__)
#define CPU_UP2(v, l) cpu::shuffle_up(HERE, v, l, WAVEFRONT)
#define CPU_UP3(v, l, w) cpu::shuffle_up(HERE, v, l, w)
#define __shfl_up(...) CPU_PICK(__VA_ARGS__, CPU_UP3, CPU_UP2)(__VA_ARGS__)
#define CPU_DOWN2(v, l) cpu::shuffle_down(HERE, v, l, WAVEFRONT)
#define CPU_DOWN3(v, l, w) cpu::shuffle_down(HERE, v, l, w)
#define __shfl_down(...) CPU_PICK(__VA_ARGS__, CPU_DOWN3, CPU_DOWN2)(__VA_ARGS__)
#define CPU_XOR2(v, l) cpu::shuffle_xor(HERE, v, l, WAVEFRONT)
#define CPU_XOR3(v, l, w) cpu::shuffle_xor(HERE, v, l, w)
#define __shfl_xor(...) CPU_PICK(__VA_ARGS__, CPU_XOR3, CPU_XOR2)(__VA_ARGS__)
#define __reduce_add_sync(m, v) cpu::reduce(HERE, m, v, [](auto a, auto b) { return a + b; })
#define __reduce_max_sync(m, v) cpu::reduce(HERE, m, v, [](auto a, auto b) { return a > b ? a : b; })
#define __reduce_min_sync(m, v) cpu::reduce(HERE, m, v, [](auto a, auto b) { return a < b ? a : b; })
#define __reduce_or_sync(m, v) cpu::reduce(HERE, m, v, [](auto a, auto b) { return a | b; })
#define __match_all_sync(m, v, p) \
    ([&](unsigned long long mask, auto var) { \
        unsigned long long all = cpu::same(HERE, var) & mask; \
        *(p) = all == (mask & cpu::current->present); \
        return *(p) ? all : 0ull; \
    }(m, v))
#define hipLaunchKernelGGL(k, g, b, m, s, ...) cpu::launch(k, g, b, m, (void*)(s), ##__VA_ARGS__)

inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline unsigned __smid() { return 0; }
inline int __popc(unsigned a) { return __builtin_popcount(a); }
inline int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
inline int __ffs(unsigned a) { return __builtin_ffs((int)a); }
inline int __ffsll(unsigned long long a) { return __builtin_ffsll((long long)a); }
inline int __clz(unsigned a) { return a ? __builtin_clz(a) : 32; }
inline int __clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
inline unsigned __brev(unsigned a) { return __builtin_bitreverse32(a); }
inline unsigned long long __brevll(unsigned long long a) { return __builtin_bitreverse64(a); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) { s &= 31; return s ? hi << s | lo >> (32 - s) : hi; }
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) { s &= 31; return s ? hi << (32 - s) | lo >> s : lo; }
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned s) { return s >= 32 ? lo : __funnelshift_l(lo, hi, s); }
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned s) { return s >= 32 ? hi : __funnelshift_r(lo, hi, s); }
inline unsigned __float_as_uint(float a) { return cpu::value<unsigned>(cpu::bits(a)); }
inline float __uint_as_float(unsigned a) { return cpu::value<float>(a); }
inline long long __double_as_longlong(double a) { return cpu::value<long long>(cpu::bits(a)); }
inline double __longlong_as_double(long long a) { return cpu::value<double>(cpu::bits(a)); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
template <class T, class U> T atomicAdd(T* p, U v) { T old = *p; *p = (T)(old + v); return old; }
template <class T, class U, class V> T atomicCAS(T* p, U from, V to) { T old = *p; if (old == (T)from) *p = (T)to; return old; }
template <class T, class U> T atomicMax(T* p, U v) { T old = *p; if ((T)v > old) *p = (T)v; return old; }
template <class T, class U> T atomicOr(T* p, U v) { T old = *p; *p = old | (T)v; return old; }
#define __hip_atomic_load(p, o, s) __atomic_load_n(p, o)
#define __hip_atomic_store(p, v, o, s) __atomic_store_n(p, v, o)
#define __hip_atomic_fetch_add(p, v, o, s) __atomic_fetch_add(p, v, o)
#define __hip_atomic_fetch_min(p, v, o, s) __atomic_fetch_min(p, v, o)
#define __hip_atomic_fetch_max(p, v, o, s) __atomic_fetch_max(p, v, o)
#define __hip_atomic_fetch_or(p, v, o, s) __atomic_fetch_or(p, v, o)
#define __hip_atomic_fetch_and(p, v, o, s) __atomic_fetch_and(p, v, o)
#define __hip_atomic_fetch_xor(p, v, o, s) __atomic_fetch_xor(p, v, o)
#define __hip_atomic_exchange(p, v, o, s) __atomic_exchange_n(p, v, o)
#define __hip_atomic_compare_exchange_strong(p, e, v, o, f, s) __atomic_compare_exchange_n(p, e, v, false, o, f)

enum hipError_t { hipSuccess };
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDefault };
template <class T> hipError_t hipMalloc(T** p, size_t n) { *p = (T*)std::calloc(1, n + 64); return hipSuccess; }
template <class T> hipError_t hipMallocManaged(T** p, size_t n) { return hipMalloc(p, n); }
inline hipError_t hipFree(void* p) { std::free(p); return hipSuccess; }
inline hipError_t hipMemcpy(void* to, const void* from, size_t n, hipMemcpyKind) { std::memcpy(to, from, n); return hipSuccess; }
inline hipError_t hipMemset(void* p, int v, size_t n) { std::memset(p, v, n); return hipSuccess; }
inline hipError_t hipDeviceSynchronize() { return hipSuccess; }
inline hipError_t hipGetLastError() { return hipSuccess; }
inline const char* hipGetErrorString(hipError_t) { return "no error"; }

// The parts of a word against a model of each function over edge values and random ones.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

constexpr int COUNT = 138;

template <class T> __device__ T as(unsigned word) {
    T value;
    memcpy(&value, &word, 4);
    return value;
}

__device__ void values(unsigned a, unsigned b, unsigned c, unsigned* o) {
    bool high, low;
    *o++ = __vabs2(a);
    *o++ = __vabsss2(a);
    *o++ = __vneg2(a);
    *o++ = __vnegss2(a);
    *o++ = __vabsdiffs2(a, b);
    *o++ = __vsads2(a, b);
    *o++ = __vaddss2(a, b);
    *o++ = __vsubss2(a, b);
    *o++ = __vmaxs2(a, b);
    *o++ = __vmins2(a, b);
    *o++ = __vavgs2(a, b);
    *o++ = __vcmpges2(a, b);
    *o++ = __vsetges2(a, b);
    *o++ = __vcmpgts2(a, b);
    *o++ = __vsetgts2(a, b);
    *o++ = __vcmples2(a, b);
    *o++ = __vsetles2(a, b);
    *o++ = __vcmplts2(a, b);
    *o++ = __vsetlts2(a, b);
    *o++ = __vabsdiffu2(a, b);
    *o++ = __vsadu2(a, b);
    *o++ = __vaddus2(a, b);
    *o++ = __vsubus2(a, b);
    *o++ = __vmaxu2(a, b);
    *o++ = __vminu2(a, b);
    *o++ = __vavgu2(a, b);
    *o++ = __vcmpgeu2(a, b);
    *o++ = __vsetgeu2(a, b);
    *o++ = __vcmpgtu2(a, b);
    *o++ = __vsetgtu2(a, b);
    *o++ = __vcmpleu2(a, b);
    *o++ = __vsetleu2(a, b);
    *o++ = __vcmpltu2(a, b);
    *o++ = __vsetltu2(a, b);
    *o++ = __vadd2(a, b);
    *o++ = __vsub2(a, b);
    *o++ = __vhaddu2(a, b);
    *o++ = __vcmpeq2(a, b);
    *o++ = __vseteq2(a, b);
    *o++ = __vcmpne2(a, b);
    *o++ = __vsetne2(a, b);
    *o++ = __vabs4(a);
    *o++ = __vabsss4(a);
    *o++ = __vneg4(a);
    *o++ = __vnegss4(a);
    *o++ = __vabsdiffs4(a, b);
    *o++ = __vsads4(a, b);
    *o++ = __vaddss4(a, b);
    *o++ = __vsubss4(a, b);
    *o++ = __vmaxs4(a, b);
    *o++ = __vmins4(a, b);
    *o++ = __vavgs4(a, b);
    *o++ = __vcmpges4(a, b);
    *o++ = __vsetges4(a, b);
    *o++ = __vcmpgts4(a, b);
    *o++ = __vsetgts4(a, b);
    *o++ = __vcmples4(a, b);
    *o++ = __vsetles4(a, b);
    *o++ = __vcmplts4(a, b);
    *o++ = __vsetlts4(a, b);
    *o++ = __vabsdiffu4(a, b);
    *o++ = __vsadu4(a, b);
    *o++ = __vaddus4(a, b);
    *o++ = __vsubus4(a, b);
    *o++ = __vmaxu4(a, b);
    *o++ = __vminu4(a, b);
    *o++ = __vavgu4(a, b);
    *o++ = __vcmpgeu4(a, b);
    *o++ = __vsetgeu4(a, b);
    *o++ = __vcmpgtu4(a, b);
    *o++ = __vsetgtu4(a, b);
    *o++ = __vcmpleu4(a, b);
    *o++ = __vsetleu4(a, b);
    *o++ = __vcmpltu4(a, b);
    *o++ = __vsetltu4(a, b);
    *o++ = __vadd4(a, b);
    *o++ = __vsub4(a, b);
    *o++ = __vhaddu4(a, b);
    *o++ = __vcmpeq4(a, b);
    *o++ = __vseteq4(a, b);
    *o++ = __vcmpne4(a, b);
    *o++ = __vsetne4(a, b);
    *o++ = __viaddmax_s32(a, b, c);
    *o++ = __vimax3_s32(a, b, c);
    *o++ = __viaddmax_s32_relu(a, b, c);
    *o++ = __vimax3_s32_relu(a, b, c);
    *o++ = __vimax_s32_relu(a, b);
    *o++ = __vibmax_s32(a, b, &high);
    *o++ = high;
    *o++ = __viaddmax_u32(a, b, c);
    *o++ = __vimax3_u32(a, b, c);
    *o++ = __vibmax_u32(a, b, &high);
    *o++ = high;
    *o++ = __viaddmax_s16x2(a, b, c);
    *o++ = __vimax3_s16x2(a, b, c);
    *o++ = __viaddmax_s16x2_relu(a, b, c);
    *o++ = __vimax3_s16x2_relu(a, b, c);
    *o++ = __vimax_s16x2_relu(a, b);
    *o++ = __vibmax_s16x2(a, b, &high, &low);
    *o++ = high + 2 * low;
    *o++ = __viaddmax_u16x2(a, b, c);
    *o++ = __vimax3_u16x2(a, b, c);
    *o++ = __vibmax_u16x2(a, b, &high, &low);
    *o++ = high + 2 * low;
    *o++ = __viaddmin_s32(a, b, c);
    *o++ = __vimin3_s32(a, b, c);
    *o++ = __viaddmin_s32_relu(a, b, c);
    *o++ = __vimin3_s32_relu(a, b, c);
    *o++ = __vimin_s32_relu(a, b);
    *o++ = __vibmin_s32(a, b, &high);
    *o++ = high;
    *o++ = __viaddmin_u32(a, b, c);
    *o++ = __vimin3_u32(a, b, c);
    *o++ = __vibmin_u32(a, b, &high);
    *o++ = high;
    *o++ = __viaddmin_s16x2(a, b, c);
    *o++ = __vimin3_s16x2(a, b, c);
    *o++ = __viaddmin_s16x2_relu(a, b, c);
    *o++ = __vimin3_s16x2_relu(a, b, c);
    *o++ = __vimin_s16x2_relu(a, b);
    *o++ = __vibmin_s16x2(a, b, &high, &low);
    *o++ = high + 2 * low;
    *o++ = __viaddmin_u16x2(a, b, c);
    *o++ = __vimin3_u16x2(a, b, c);
    *o++ = __vibmin_u16x2(a, b, &high, &low);
    *o++ = high + 2 * low;
    *o++ = __dp4a((int)a, (int)b, (int)c);
    *o++ = __dp4a(a, b, c);
    *o++ = __dp2a_lo((int)a, (int)b, (int)c);
    *o++ = __dp2a_lo(a, b, c);
    *o++ = __dp2a_hi((int)a, (int)b, (int)c);
    *o++ = __dp2a_hi(a, b, c);
    *o++ = __dp4a(as<char4>(a), as<char4>(b), (int)c);
    *o++ = __dp4a(as<uchar4>(a), as<uchar4>(b), c);
    *o++ = __dp2a_lo(as<short2>(a), as<char4>(b), (int)c);
    *o++ = __dp2a_lo(as<ushort2>(a), as<uchar4>(b), c);
    *o++ = __dp2a_hi(as<short2>(a), as<char4>(b), (int)c);
    *o++ = __dp2a_hi(as<ushort2>(a), as<uchar4>(b), c);
}

typedef int64_t i64;

static i64 wrapped(int bits, bool is_signed, i64 value) {
    i64 size = (i64)1 << bits, rest = ((value % size) + size) % size;
    return is_signed && rest >= size / 2 ? rest - size : rest;
}
static i64 saturated(int bits, bool is_signed, i64 value) {
    i64 size = (i64)1 << bits, low = is_signed ? -size / 2 : 0;
    return std::min(std::max(value, low), low + size - 1);
}
static i64 part(int bits, bool is_signed, unsigned word, int number) {
    return wrapped(bits, is_signed, (i64)word / ((i64)1 << bits * number));
}
template <class F> static unsigned three(int bits, bool is_signed, unsigned a, unsigned b, unsigned c, F f) {
    i64 word = 0;
    for (int i = 0; i < 32 / bits; i++) {
        i64 value = f(part(bits, is_signed, a, i), part(bits, is_signed, b, i), part(bits, is_signed, c, i));
        word += wrapped(bits, false, value) * ((i64)1 << bits * i);
    }
    return (unsigned)word;
}
template <class F> static unsigned parts(int bits, bool is_signed, unsigned a, unsigned b, F f) {
    return three(bits, is_signed, a, b, 0, [f](i64 x, i64 y, i64) { return f(x, y); });
}
static unsigned sum(int bits, bool is_signed, unsigned a, unsigned b) {
    i64 total = 0;
    for (int i = 0; i < 32 / bits; i++) total += std::llabs(part(bits, is_signed, a, i) - part(bits, is_signed, b, i));
    return (unsigned)total;
}
static unsigned dot(int bits, bool is_signed, unsigned a, int first, int count, unsigned b, unsigned c) {
    i64 total = c;
    for (int i = 0; i < count; i++) total += part(bits, is_signed, a, i) * part(8, is_signed, b, first + i);
    return (unsigned)total;
}
static void model(unsigned a, unsigned b, unsigned c, unsigned* o) {
    *o++ = parts(16, true, a, 0, [](i64 x, i64) { return x < 0 ? -x : x; });
    *o++ = parts(16, true, a, 0, [](i64 x, i64) { return saturated(16, true, x < 0 ? -x : x); });
    *o++ = parts(16, true, a, 0, [](i64 x, i64) { return -x; });
    *o++ = parts(16, true, a, 0, [](i64 x, i64) { return saturated(16, true, -x); });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return std::llabs(x - y); });
    *o++ = sum(16, true, a, b);
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return saturated(16, true, x + y); });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return saturated(16, true, x - y); });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return std::max(x, y); });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return std::min(x, y); });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return (i64)floor((x + y + (x + y >= 0 ? 1 : 0)) / 2.0); });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x >= y ? (i64)0xffff : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x >= y ? (i64)1 : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x > y ? (i64)0xffff : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x > y ? (i64)1 : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x <= y ? (i64)0xffff : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x <= y ? (i64)1 : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x < y ? (i64)0xffff : 0; });
    *o++ = parts(16, true, a, b, [](i64 x, i64 y) { return x < y ? (i64)1 : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return std::llabs(x - y); });
    *o++ = sum(16, false, a, b);
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return saturated(16, false, x + y); });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return saturated(16, false, x - y); });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return std::max(x, y); });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return std::min(x, y); });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return (i64)floor((x + y + (x + y >= 0 ? 1 : 0)) / 2.0); });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x >= y ? (i64)0xffff : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x >= y ? (i64)1 : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x > y ? (i64)0xffff : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x > y ? (i64)1 : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x <= y ? (i64)0xffff : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x <= y ? (i64)1 : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x < y ? (i64)0xffff : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x < y ? (i64)1 : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x + y; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x - y; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return (x + y) / 2; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x == y ? (i64)0xffff : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x == y ? (i64)1 : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x != y ? (i64)0xffff : 0; });
    *o++ = parts(16, false, a, b, [](i64 x, i64 y) { return x != y ? (i64)1 : 0; });
    *o++ = parts(8, true, a, 0, [](i64 x, i64) { return x < 0 ? -x : x; });
    *o++ = parts(8, true, a, 0, [](i64 x, i64) { return saturated(8, true, x < 0 ? -x : x); });
    *o++ = parts(8, true, a, 0, [](i64 x, i64) { return -x; });
    *o++ = parts(8, true, a, 0, [](i64 x, i64) { return saturated(8, true, -x); });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return std::llabs(x - y); });
    *o++ = sum(8, true, a, b);
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return saturated(8, true, x + y); });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return saturated(8, true, x - y); });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return std::max(x, y); });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return std::min(x, y); });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return (i64)floor((x + y + (x + y >= 0 ? 1 : 0)) / 2.0); });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x >= y ? (i64)0xffff : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x >= y ? (i64)1 : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x > y ? (i64)0xffff : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x > y ? (i64)1 : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x <= y ? (i64)0xffff : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x <= y ? (i64)1 : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x < y ? (i64)0xffff : 0; });
    *o++ = parts(8, true, a, b, [](i64 x, i64 y) { return x < y ? (i64)1 : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return std::llabs(x - y); });
    *o++ = sum(8, false, a, b);
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return saturated(8, false, x + y); });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return saturated(8, false, x - y); });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return std::max(x, y); });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return std::min(x, y); });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return (i64)floor((x + y + (x + y >= 0 ? 1 : 0)) / 2.0); });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x >= y ? (i64)0xffff : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x >= y ? (i64)1 : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x > y ? (i64)0xffff : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x > y ? (i64)1 : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x <= y ? (i64)0xffff : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x <= y ? (i64)1 : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x < y ? (i64)0xffff : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x < y ? (i64)1 : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x + y; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x - y; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return (x + y) / 2; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x == y ? (i64)0xffff : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x == y ? (i64)1 : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x != y ? (i64)0xffff : 0; });
    *o++ = parts(8, false, a, b, [](i64 x, i64 y) { return x != y ? (i64)1 : 0; });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(wrapped(32, true, x + y), z); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(std::max(x, y), z); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::max(wrapped(32, true, x + y), z), 0); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::max(std::max(x, y), z), 0); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64) { return std::max<i64>(std::max(x, y), 0); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64) { return std::max(x, y); });
    *o++ = part(32, true, a, 0) >= part(32, true, b, 0);
    *o++ = three(32, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(wrapped(32, false, x + y), z); });
    *o++ = three(32, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(std::max(x, y), z); });
    *o++ = three(32, false, a, b, c, [](i64 x, i64 y, i64) { return std::max(x, y); });
    *o++ = part(32, false, a, 0) >= part(32, false, b, 0);
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(wrapped(16, true, x + y), z); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(std::max(x, y), z); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::max(wrapped(16, true, x + y), z), 0); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::max(std::max(x, y), z), 0); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64) { return std::max<i64>(std::max(x, y), 0); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64) { return std::max(x, y); });
    *o++ = (part(16, true, a, 1) >= part(16, true, b, 1)) + 2 * (part(16, true, a, 0) >= part(16, true, b, 0));
    *o++ = three(16, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(wrapped(16, false, x + y), z); });
    *o++ = three(16, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::max(std::max(x, y), z); });
    *o++ = three(16, false, a, b, c, [](i64 x, i64 y, i64) { return std::max(x, y); });
    *o++ = (part(16, false, a, 1) >= part(16, false, b, 1)) + 2 * (part(16, false, a, 0) >= part(16, false, b, 0));
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(wrapped(32, true, x + y), z); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(std::min(x, y), z); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::min(wrapped(32, true, x + y), z), 0); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::min(std::min(x, y), z), 0); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64) { return std::max<i64>(std::min(x, y), 0); });
    *o++ = three(32, true, a, b, c, [](i64 x, i64 y, i64) { return std::min(x, y); });
    *o++ = part(32, true, a, 0) <= part(32, true, b, 0);
    *o++ = three(32, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(wrapped(32, false, x + y), z); });
    *o++ = three(32, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(std::min(x, y), z); });
    *o++ = three(32, false, a, b, c, [](i64 x, i64 y, i64) { return std::min(x, y); });
    *o++ = part(32, false, a, 0) <= part(32, false, b, 0);
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(wrapped(16, true, x + y), z); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(std::min(x, y), z); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::min(wrapped(16, true, x + y), z), 0); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64 z) { return std::max<i64>(std::min(std::min(x, y), z), 0); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64) { return std::max<i64>(std::min(x, y), 0); });
    *o++ = three(16, true, a, b, c, [](i64 x, i64 y, i64) { return std::min(x, y); });
    *o++ = (part(16, true, a, 1) <= part(16, true, b, 1)) + 2 * (part(16, true, a, 0) <= part(16, true, b, 0));
    *o++ = three(16, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(wrapped(16, false, x + y), z); });
    *o++ = three(16, false, a, b, c, [](i64 x, i64 y, i64 z) { return std::min(std::min(x, y), z); });
    *o++ = three(16, false, a, b, c, [](i64 x, i64 y, i64) { return std::min(x, y); });
    *o++ = (part(16, false, a, 1) <= part(16, false, b, 1)) + 2 * (part(16, false, a, 0) <= part(16, false, b, 0));
    *o++ = dot(8, true, a, 0, 4, b, c);
    *o++ = dot(8, false, a, 0, 4, b, c);
    *o++ = dot(16, true, a, 0, 2, b, c);
    *o++ = dot(16, false, a, 0, 2, b, c);
    *o++ = dot(16, true, a, 2, 2, b, c);
    *o++ = dot(16, false, a, 2, 2, b, c);
    *o++ = dot(8, true, a, 0, 4, b, c);
    *o++ = dot(8, false, a, 0, 4, b, c);
    *o++ = dot(16, true, a, 0, 2, b, c);
    *o++ = dot(16, false, a, 0, 2, b, c);
    *o++ = dot(16, true, a, 2, 2, b, c);
    *o++ = dot(16, false, a, 2, 2, b, c);
}

__global__ void run(const unsigned* in, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values(in[3 * i], in[3 * i + 1], in[3 * i + 2], out + COUNT * i);
}

int main() {
    const unsigned edges[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x80008000, 0x7f7f8080, 0x01ff8001};
    const int edge = sizeof edges / sizeof *edges, n = edge * edge * edge + 4000;
    unsigned *in = (unsigned*)malloc(12 * n), *out = (unsigned*)malloc(4 * COUNT * n), *d_in, *d_out;
    uint64_t state = 88172645463325252ull;
    for (int i = 0; i < 3 * n; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        in[i] = (unsigned)(state >> 16);
    }
    for (int i = 0; i < edge * edge * edge; i++) {
        in[3 * i] = edges[i % edge];
        in[3 * i + 1] = edges[i / edge % edge];
        in[3 * i + 2] = edges[i / edge / edge];
    }
    cudaMalloc(&d_in, 12 * n);
    cudaMalloc(&d_out, 4 * COUNT * n);
    cudaMemcpy(d_in, in, 12 * n, cudaMemcpyHostToDevice);
    run<<<(n + 127) / 128, 128>>>(d_in, d_out, n);
    cudaMemcpy(out, d_out, 4 * COUNT * n, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        unsigned expected[COUNT];
        model(in[3 * i], in[3 * i + 1], in[3 * i + 2], expected);
        for (int k = 0; k < COUNT; k++)
            if (out[COUNT * i + k] != expected[k] && wrong++ < 20)
                printf("function %d of %08x %08x %08x: %08x, not %08x\n", k, in[3 * i], in[3 * i + 1], in[3 * i + 2], out[COUNT * i + k], expected[k]);
    }
    puts(wrong ? "FAIL" : "PASS");
}

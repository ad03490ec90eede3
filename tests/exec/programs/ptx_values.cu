// PTX against a model of each instruction, written from its definition, over edge values and
// random ones.
#include <cstdio>
#include <cstdint>
#include <cmath>
#include <cstring>
#include <cuda_runtime.h>

__device__ unsigned p_bfe_u32(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_bfe_s32(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_bfi(unsigned a, unsigned b, unsigned c, unsigned d) { unsigned r; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "r"(d)); return r; }
__device__ unsigned p_prmt(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_lop3(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("lop3.b32 %0, %1, %2, %3, 0xd8;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_shl(unsigned a, unsigned b, unsigned, unsigned) { unsigned r; asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ unsigned p_shr_u(unsigned a, unsigned b, unsigned, unsigned) { unsigned r; asm("shr.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ unsigned p_shr_s(unsigned a, unsigned b, unsigned, unsigned) { unsigned r; asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ unsigned p_shf_l(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_shf_rc(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_popc(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("popc.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }
__device__ unsigned p_clz(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("clz.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }
__device__ unsigned p_brev(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("brev.b32 %0, %1;" : "=r"(r) : "r"(a)); return r; }
__device__ unsigned p_bfind(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a)); return r; }
__device__ unsigned p_mulhi(unsigned a, unsigned b, unsigned, unsigned) { unsigned r; asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ unsigned p_madlo(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_max_s(unsigned a, unsigned b, unsigned, unsigned) { unsigned r; asm("max.s32 %0, %1, %2;" : "=r"(r) : "r"(a + 0), "r"(b)); return r; }
__device__ unsigned p_dp4a_s(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_dp4a_us(unsigned a, unsigned b, unsigned c, unsigned) { unsigned r; asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
__device__ unsigned p_cvt_s32(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(a))); return r; }
__device__ unsigned p_cvt_u32(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(a))); return r; }
__device__ unsigned p_cvt_s8(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(a))); return r; }
__device__ unsigned p_cvt_u8(unsigned a, unsigned, unsigned, unsigned) { unsigned r; asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r) : "r"(a)); return r; }
__device__ unsigned p_bf16(unsigned a, unsigned b, unsigned, unsigned) { unsigned r; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b))); return r; }
__device__ unsigned p_carry(unsigned a, unsigned b, unsigned c, unsigned d) {
    unsigned lo, hi;
    asm("add.cc.u32 %0, %2, %4;\n\taddc.u32 %1, %3, %5;" : "=r"(lo), "=r"(hi) : "r"(a), "r"(b), "r"(c), "r"(d));
    return lo ^ (hi * 31);
}
__device__ unsigned p_borrow(unsigned a, unsigned b, unsigned c, unsigned d) {
    unsigned lo, hi;
    asm("sub.cc.u32 %0, %2, %4;\n\tsubc.u32 %1, %3, %5;" : "=r"(lo), "=r"(hi) : "r"(a), "r"(b), "r"(c), "r"(d));
    return lo ^ (hi * 31);
}
__device__ unsigned p_branch(unsigned a, unsigned b, unsigned c, unsigned) {
    unsigned r;
    asm("{\n\t.reg .pred p, q;\n\t.reg .u32 t<2>;\n\tsetp.ne.b32 p, %3, 0;\n\tsetp.lt.and.s32 q, %1, %2, p;\n\tadd.u32 t0, %1, 1;\n\txor.b32 t1, %2, t0;\n\tselp.u32 %0, t0, t1, q;\n}"
        : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}
__device__ unsigned p_pack(unsigned a, unsigned b, unsigned, unsigned) {
    unsigned long long w;
    unsigned lo, hi;
    asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(a), "r"(b));
    asm("mov.b64 {%0, %1}, %2;" : "=r"(hi), "=r"(lo) : "l"(w + 1));
    return lo * 3 + hi;
}

static unsigned m_bfe_u32(unsigned a, unsigned b, unsigned c, unsigned) {
    unsigned at = b % 256, bits = c % 256, r = 0;
    for (unsigned i = 0; i < 32; i++)
        if (i < bits && at + i < 32 && (a >> (at + i)) % 2) r += 1u << i;
    return r;
}
static unsigned m_bfe_s32(unsigned a, unsigned b, unsigned c, unsigned) {
    unsigned at = b % 256, bits = c % 256;
    unsigned last = at + bits - 1 < 31 ? at + bits - 1 : 31;
    bool sign = bits != 0 && (a >> last) % 2;
    unsigned r = 0;
    for (unsigned i = 0; i < 32; i++)
        if (i < bits && at + i < 32 ? (a >> (at + i)) % 2 : sign) r += 1u << i;
    return r;
}
static unsigned m_bfi(unsigned a, unsigned b, unsigned c, unsigned d) {
    unsigned at = c % 256, bits = d % 256, r = b;
    for (unsigned i = 0; i < bits && at + i < 32; i++) {
        r &= ~(1u << (at + i));
        if (i < 32 && (a >> i) % 2) r |= 1u << (at + i);
    }
    return r;
}
static unsigned m_prmt(unsigned a, unsigned b, unsigned c, unsigned) {
    unsigned char bytes[8];
    memcpy(bytes, &a, 4);
    memcpy(bytes + 4, &b, 4);
    unsigned r = 0;
    for (int i = 0; i < 4; i++) {
        unsigned s = (c >> 4 * i) & 0xf;
        unsigned v = bytes[s & 7];
        if (s & 8) v = v >= 128 ? 0xff : 0;
        r |= v << 8 * i;
    }
    return r;
}
static unsigned m_lop3(unsigned a, unsigned b, unsigned c, unsigned) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++) {
        unsigned n = (a >> i) % 2 * 4 + (b >> i) % 2 * 2 + (c >> i) % 2;
        r |= (0xd8u >> n) % 2 << i;
    }
    return r;
}
static unsigned m_shl(unsigned a, unsigned b, unsigned, unsigned) { return b >= 32 ? 0 : a << b; }
static unsigned m_shr_u(unsigned a, unsigned b, unsigned, unsigned) { return b >= 32 ? 0 : a >> b; }
static unsigned m_shr_s(unsigned a, unsigned b, unsigned, unsigned) { return b >= 32 ? (a >> 31 ? ~0u : 0) : (unsigned)((int64_t)(int)a >> b); }
static unsigned m_shf_l(unsigned a, unsigned b, unsigned c, unsigned) { return (unsigned)(((uint64_t)b << 32 | a) << c % 32 >> 32); }
static unsigned m_shf_rc(unsigned a, unsigned b, unsigned c, unsigned) { return (unsigned)(((uint64_t)b << 32 | a) >> (c < 32 ? c : 32)); }
static unsigned m_popc(unsigned a, unsigned, unsigned, unsigned) { unsigned n = 0; for (; a; a /= 2) n += a % 2; return n; }
static unsigned m_clz(unsigned a, unsigned, unsigned, unsigned) { unsigned n = 32; for (; a; a /= 2) n--; return n; }
static unsigned m_brev(unsigned a, unsigned, unsigned, unsigned) { unsigned r = 0; for (int i = 0; i < 32; i++) r = r * 2 + (a >> i) % 2; return r; }
static unsigned m_bfind(unsigned a, unsigned, unsigned, unsigned) { unsigned n = ~0u; for (; a; a /= 2) n++; return n; }
static unsigned m_mulhi(unsigned a, unsigned b, unsigned, unsigned) { return (unsigned)((uint64_t)a * b >> 32); }
static unsigned m_madlo(unsigned a, unsigned b, unsigned c, unsigned) { return (unsigned)((uint64_t)a * b + c); }
static unsigned m_max_s(unsigned a, unsigned b, unsigned, unsigned) { return (int64_t)(int)a > (int64_t)(int)b ? a : b; }
static int64_t signed_byte(unsigned a, int i) { int64_t v = (a >> 8 * i) % 256; return v > 127 ? v - 256 : v; }
static unsigned m_dp4a_s(unsigned a, unsigned b, unsigned c, unsigned) { int64_t s = c; for (int i = 0; i < 4; i++) s += signed_byte(a, i) * signed_byte(b, i); return (unsigned)s; }
static unsigned m_dp4a_us(unsigned a, unsigned b, unsigned c, unsigned) { int64_t s = c; for (int i = 0; i < 4; i++) s += (int64_t)((a >> 8 * i) % 256) * signed_byte(b, i); return (unsigned)s; }
static float as_float(unsigned a) { float f; memcpy(&f, &a, 4); return f; }
static int64_t to_int(double v, double low, double high) { return v != v ? 0 : v < low ? (int64_t)low : v > high ? (int64_t)high : (int64_t)v; }
static unsigned m_cvt_s32(unsigned a, unsigned, unsigned, unsigned) { return (unsigned)to_int(nearbyint((double)as_float(a)), -2147483648.0, 2147483647.0); }
static unsigned m_cvt_u32(unsigned a, unsigned, unsigned, unsigned) { return (unsigned)to_int(trunc((double)as_float(a)), 0, 4294967295.0); }
static unsigned m_cvt_s8(unsigned a, unsigned, unsigned, unsigned) { return (unsigned)to_int(nearbyint((double)as_float(a)), -128, 127); }
static unsigned m_cvt_u8(unsigned a, unsigned, unsigned, unsigned) { int64_t v = (int)a; return (unsigned)(v < 0 ? 0 : v > 255 ? 255 : v); }
static unsigned bf16(unsigned a) {
    if ((a & 0x7fffffff) > 0x7f800000) return 0x7fff;
    unsigned kept = a >> 16, rest = a & 0xffff;
    return rest > 0x8000 || (rest == 0x8000 && kept % 2) ? kept + 1 : kept;
}
static unsigned m_bf16(unsigned a, unsigned b, unsigned, unsigned) { return bf16(a) << 16 | bf16(b); }
static unsigned m_carry(unsigned a, unsigned b, unsigned c, unsigned d) {
    uint64_t s = ((uint64_t)b << 32 | a) + ((uint64_t)d << 32 | c);
    return (unsigned)s ^ ((unsigned)(s >> 32) * 31);
}
static unsigned m_borrow(unsigned a, unsigned b, unsigned c, unsigned d) {
    uint64_t s = ((uint64_t)b << 32 | a) - ((uint64_t)d << 32 | c);
    return (unsigned)s ^ ((unsigned)(s >> 32) * 31);
}
static unsigned m_branch(unsigned a, unsigned b, unsigned c, unsigned) {
    unsigned t0 = a + 1, t1 = b ^ t0;
    return (int)a < (int)b && c != 0 ? t0 : t1;
}
static unsigned m_pack(unsigned a, unsigned b, unsigned, unsigned) {
    uint64_t w = ((uint64_t)b << 32 | a) + 1;
    return (unsigned)(w >> 32) * 3 + (unsigned)w;
}

#define ALL(X) X(bfe_u32) X(bfe_s32) X(bfi) X(prmt) X(lop3) X(shl) X(shr_u) X(shr_s) X(shf_l) X(shf_rc) X(popc) X(clz) \
    X(brev) X(bfind) X(mulhi) X(madlo) X(max_s) X(dp4a_s) X(dp4a_us) X(cvt_s32) X(cvt_u32) X(cvt_s8) X(cvt_u8) X(bf16) \
    X(carry) X(borrow) X(branch) X(pack)
enum {
#define X(NAME) n_##NAME,
    ALL(X)
#undef X
    count
};

__global__ void evaluate(const unsigned* in, unsigned* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2], d = in[4 * i + 3];
#define X(NAME) out[i * count + n_##NAME] = p_##NAME(a, b, c, d);
    ALL(X)
#undef X
}

int main() {
    const unsigned edges[] = {0, 1, 2, 7, 8, 15, 31, 32, 33, 63, 127, 128, 255, 256, 257, 0x7fff, 0x8000, 0xffff, 0x10000,
        0x3210, 0x76543210, 0xfedcba98, 0x88888888, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
        0x3f800000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbf000000, 0xbfc00000, 0x4effffff, 0x4f000000, 0xcf000000,
        0x4f7fffff, 0x4f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x42fe0000, 0x42ff0000, 0xc3010000,
        0x3f808000, 0x3f818000, 0x007fffff};
    const int known = sizeof edges / sizeof *edges, pairs = known * known, random = 20000;
    const int n = (pairs + random + 63) / 64 * 64;
    unsigned *in, *out, state = 12345;
    cudaMallocManaged(&in, 4 * n * sizeof(unsigned));
    cudaMallocManaged(&out, (size_t)count * n * sizeof(unsigned));
    auto next = [&] { state ^= state << 13; state ^= state >> 17; state ^= state << 5; return state; };
    for (int i = 0; i < n; i++) {
        bool edge = i < pairs;
        in[4 * i] = edge ? edges[i % known] : next();
        in[4 * i + 1] = edge ? edges[i / known] : next() >> next() % 32;
        in[4 * i + 2] = edge ? edges[next() % known] : next() >> next() % 32;
        in[4 * i + 3] = edge ? edges[next() % known] : next() >> next() % 32;
    }
    evaluate<<<n / 64, 64>>>(in, out);
    cudaDeviceSynchronize();
    int wrong = 0;
#define X(NAME) { int bad = 0; \
    for (int i = 0; i < n; i++) { \
        unsigned want = m_##NAME(in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3]), got = out[i * count + n_##NAME]; \
        if (want != got && !bad++) printf(#NAME "(%x, %x, %x, %x) is %x, not %x\n", in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3], want, got); \
    } \
    wrong += bad; }
    ALL(X)
#undef X
    printf("%s: %d instructions, %d values each\n", wrong ? "FAIL" : "PASS", (int)count, n);
    return wrong != 0;
}

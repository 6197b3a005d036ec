#include "integrity.h"
#include <string.h>

/* Reflected polynomial 0x82F63B78. One byte at a time: this path is for processors without the instruction. */
static uint32_t table_entry(uint32_t index) {
    uint32_t value = index;
    for (int bit = 0; bit < 8; bit++)
        value = (value >> 1) ^ (0x82F63B78u & (0u - (value & 1u)));
    return value;
}

uint32_t daybook_crc32c_table(uint32_t crc, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    uint32_t state = ~crc;
    for (size_t i = 0; i < count; i++)
        state = (state >> 8) ^ table_entry((state ^ next[i]) & 0xFFu);
    return ~state;
}

/* A row's checksum from three calls. */
static inline uint32_t row_in_parts(uint8_t table, const void *key, size_t key_count, const void *row, size_t row_count) {
    return daybook_crc32c(daybook_crc32c(daybook_crc32c(0, &table, 1), key, key_count), row, row_count);
}

#if defined(__x86_64__)
#include <immintrin.h>

/* Words of eight bytes that one lane takes at most before the lanes are joined. */
enum { LANE_WORDS_MAXIMUM = 64 };

/* The factors that carry a lane's state over `index` words that follow it and the word that joins the lanes:
   x^(64 * index + 31) modulo the polynomial, reflected. Each entry is the one before it carried over eight zero bytes. */
static const uint32_t carries[2 * LANE_WORDS_MAXIMUM + 1] = {
    0x00000001, 0x493C7D27, 0xF20C0DFE, 0xBA4FC28E, 0x3DA6D0CB, 0xDDC0152B, 0x1C291D04, 0x9E4ADDF8,
    0x740EEF02, 0x39D3B296, 0x083A6EEC, 0x0715CE53, 0xC49F4F67, 0x47DB8317, 0x2AD91C30, 0x0D3B6092,
    0x6992CEA2, 0xC96CFDC0, 0x7E908048, 0x878A92A7, 0x1B3D8F29, 0xDAECE73E, 0xF1D0F55E, 0xAB7AFF2A,
    0xA87AB8A8, 0x2162D385, 0x8462D800, 0x83348832, 0x71D111A8, 0x299847D5, 0xFFD852C6, 0xB9E02B86,
    0xDCB17AA4, 0x18B33A4E, 0xF37C5AEE, 0xB6DD949B, 0x6051D5A2, 0x78D9CCB7, 0x18B0D4FF, 0xBAC2FD7B,
    0x21F3D99C, 0xA60CE07B, 0x8F158014, 0xCE7F39F4, 0xA00457F7, 0x61D82E56, 0x8D6D2C43, 0xD270F1A2,
    0x00AC29CF, 0xC619809D, 0xE9ADF796, 0x2B3CAC5D, 0x96638B34, 0x65863B64, 0xE0E9F351, 0x1B03397F,
    0x9AF01F2D, 0xEBB883BD, 0x2CFF42CF, 0xB3E32C28, 0x88F25A3A, 0x064F7F26, 0x4E36F0B0, 0xDD7E3B0C,
    0xBD6F81F8, 0xF285651C, 0x91C9BD4B, 0x10746F3C, 0x885F087B, 0xC7A68855, 0x4C144932, 0x271D9844,
    0x52148F02, 0x8E766A0C, 0xA3C6F37A, 0x93A5F730, 0xD7C0557F, 0x6CB08E5C, 0x63DED06A, 0x6B749FB2,
    0x4D56973C, 0x1393E203, 0x9669C9DF, 0xCEC3662E, 0xE417F38A, 0x96C515BB, 0x4B9E0F71, 0xE6FC4E6A,
    0xD104B8FC, 0x8227BB8A, 0x5B397730, 0xB0CD4768, 0xE78EB416, 0x39C7FF35, 0x61FF0E01, 0xD7A4825C,
    0x8D96551C, 0x0AB3844B, 0x0BF80DD2, 0x0167D312, 0x8821ABED, 0xF6076544, 0x6A45D2B2, 0x26F6A60A,
    0xD8D26619, 0xA741C1BF, 0xDE87806C, 0x98D8D9CB, 0x14338754, 0x49C3CC9C, 0x5BD2011F, 0x68BCE87A,
    0xDD07448E, 0x57A3D037, 0xDDE8F5B9, 0x6956FC3B, 0xA3E3E02C, 0x42D98888, 0xD73C7BEA, 0x3771E98F,
    0x80FF0093, 0xB42AE3D9, 0x8FE4C34D, 0x2178513A, 0xDF99FC11, 0xE0AC139E, 0x6C23E841, 0x170076FA,
    0xFE314258,
};

static inline uint64_t load_word(const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

__attribute__((target("sse4.2,pclmul")))
static inline uint64_t carried(uint64_t state, uint32_t carry) {
    return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_cvtsi32_si128((int)state), _mm_cvtsi32_si128((int)carry), 0));
}

/* The instruction takes a word every cycle but gives its result after three: three lanes side by side keep it busy. They are
   joined as in Gopal et al., "Fast CRC Computation for iSCSI Polynomial Using CRC32 Instruction" (Intel, 2011). */
__attribute__((target("sse4.2,pclmul")))
static uint64_t state_after_words(uint64_t state, const unsigned char *next, size_t words) {
    while (words >= 10) {
        size_t lane = (words - 1) / 3;
        if (lane > LANE_WORDS_MAXIMUM)
            lane = LANE_WORDS_MAXIMUM;
        const unsigned char *second = next + 8 * lane, *third = second + 8 * lane;
        uint64_t state2 = 0, state3 = 0;
        for (size_t i = 0; i < lane; i++) {
            state = _mm_crc32_u64(state, load_word(next + 8 * i));
            state2 = _mm_crc32_u64(state2, load_word(second + 8 * i));
            state3 = _mm_crc32_u64(state3, load_word(third + 8 * i));
        }
        uint64_t joint = carried(state, carries[2 * lane]) ^ carried(state2, carries[lane]);
        next = third + 8 * lane;
        state = _mm_crc32_u64(state3, load_word(next) ^ joint);
        next += 8;
        words -= 3 * lane + 1;
    }
    for (; words > 0; words--, next += 8)
        state = _mm_crc32_u64(state, load_word(next));
    return state;
}

__attribute__((target("sse4.2,pclmul")))
static uint64_t state_after(uint64_t state, const unsigned char *next, size_t count) {
    state = state_after_words(state, next, count / 8);
    next += count & ~(size_t)7;
    uint32_t tail = (uint32_t)state;
    if (count & 4) {
        uint32_t word;
        memcpy(&word, next, 4);
        tail = _mm_crc32_u32(tail, word);
        next += 4;
    }
    if (count & 2) {
        uint16_t word;
        memcpy(&word, next, 2);
        tail = _mm_crc32_u16(tail, word);
        next += 2;
    }
    if (count & 1)
        tail = _mm_crc32_u8(tail, *next);
    return tail;
}

__attribute__((target("sse4.2,pclmul")))
static uint32_t row_by_hardware(uint8_t table, const void *key, size_t key_count, const void *row, size_t row_count) {
    uint64_t state = state_after(_mm_crc32_u8(~(uint32_t)0, table), key, key_count);
    return ~(uint32_t)state_after(state, row, row_count);
}

static inline int has_hardware(void) { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul"); }

uint32_t daybook_crc32c(uint32_t crc, const void *bytes, size_t count) {
    if (has_hardware())
        return ~(uint32_t)state_after((uint32_t)~crc, bytes, count);
    return daybook_crc32c_table(crc, bytes, count);
}

uint32_t daybook_crc32c_row(uint8_t table, const void *key, size_t key_count, const void *row, size_t row_count) {
    if (has_hardware())
        return row_by_hardware(table, key, key_count, row, row_count);
    return row_in_parts(table, key, key_count, row, row_count);
}
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
uint32_t daybook_crc32c(uint32_t crc, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    uint32_t state = ~crc;
    while (count >= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        state = __crc32cd(state, word);
        next += 8;
        count -= 8;
    }
    while (count--)
        state = __crc32cb(state, *next++);
    return ~state;
}

uint32_t daybook_crc32c_row(uint8_t table, const void *key, size_t key_count, const void *row, size_t row_count) {
    return row_in_parts(table, key, key_count, row, row_count);
}
#else
uint32_t daybook_crc32c(uint32_t crc, const void *bytes, size_t count) {
    return daybook_crc32c_table(crc, bytes, count);
}

uint32_t daybook_crc32c_row(uint8_t table, const void *key, size_t key_count, const void *row, size_t row_count) {
    return row_in_parts(table, key, key_count, row, row_count);
}
#endif

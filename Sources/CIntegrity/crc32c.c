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

#if defined(__x86_64__)
__attribute__((target("sse4.2")))
static uint32_t crc32c_hardware(uint32_t crc, const unsigned char *next, size_t count) {
    uint64_t state = (uint32_t)~crc;
    while (count >= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        state = __builtin_ia32_crc32di(state, word);
        next += 8;
        count -= 8;
    }
    uint32_t tail = (uint32_t)state;
    if (count & 4) {
        uint32_t word;
        memcpy(&word, next, 4);
        tail = __builtin_ia32_crc32si(tail, word);
        next += 4;
    }
    if (count & 2) {
        uint16_t word;
        memcpy(&word, next, 2);
        tail = __builtin_ia32_crc32hi(tail, word);
        next += 2;
    }
    if (count & 1)
        tail = __builtin_ia32_crc32qi(tail, *next);
    return ~tail;
}
uint32_t daybook_crc32c(uint32_t crc, const void *bytes, size_t count) {
    if (__builtin_cpu_supports("sse4.2"))
        return crc32c_hardware(crc, bytes, count);
    return daybook_crc32c_table(crc, bytes, count);
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
#else
uint32_t daybook_crc32c(uint32_t crc, const void *bytes, size_t count) {
    return daybook_crc32c_table(crc, bytes, count);
}
#endif

#include "common.h"

void baseline_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, bytes, count);
    SHA256_Final(digest, &state);
}

void baseline_body_digest(const uint8_t salt[16], const uint8_t *body, size_t count, uint8_t digest[32]) {
    static const uint8_t prefix = 0x02;
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, &prefix, 1);
    SHA256_Update(&state, salt, SALT_COUNT);
    SHA256_Update(&state, body, count);
    SHA256_Final(digest, &state);
}

static void leaf_hash(const uint8_t *envelope, size_t count, uint8_t digest[32]) {
    static const uint8_t prefix = 0x00;
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, &prefix, 1);
    SHA256_Update(&state, envelope, count);
    SHA256_Final(digest, &state);
}

static void node_hash(const uint8_t left[32], const uint8_t right[32], uint8_t digest[32]) {
    static const uint8_t prefix = 0x01;
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, &prefix, 1);
    SHA256_Update(&state, left, 32);
    SHA256_Update(&state, right, 32);
    SHA256_Final(digest, &state);
}

int baseline_verify_hashes(const baseline_rows *rows, uint64_t *mismatches, uint8_t root[32]) {
    /* The right edge: perfect subtrees from left to right; one bit of the size for each. */
    uint8_t edge[64][32];
    size_t depth = 0;
    *mismatches = 0;
    for (size_t index = 0; index < rows->count; index++) {
        size_t count;
        const uint8_t *row = row_bytes(rows, index, &count);
        row_parts parts;
        uint8_t body[32];
        if (!row_split(row, count, &parts))
            return BASELINE_MALFORMED;
        baseline_body_digest(parts.salt, parts.body, parts.body_count, body);
        /* Key 15, the body digest, is always the last of the envelope. */
        if (parts.envelope_count < 32 || memcmp(parts.envelope + parts.envelope_count - 32, body, 32) != 0)
            ++*mismatches;
        leaf_hash(parts.envelope, parts.envelope_count, edge[depth++]);
        for (size_t size = index + 1; (size & 1) == 0; size >>= 1) {
            node_hash(edge[depth - 2], edge[depth - 1], edge[depth - 2]);
            depth--;
        }
    }
    if (depth == 0) {
        baseline_sha256(NULL, 0, root);
        return 0;
    }
    for (; depth > 1; depth--)
        node_hash(edge[depth - 2], edge[depth - 1], edge[depth - 2]);
    memcpy(root, edge[0], 32);
    return 0;
}

static uint32_t crc_entry(uint32_t index) {
    for (int bit = 0; bit < 8; bit++)
        index = (index >> 1) ^ (0x82F63B78u & (0u - (index & 1u)));
    return index;
}

uint32_t baseline_crc32c(uint32_t crc, const uint8_t *bytes, size_t count) {
    /* Called by one thread, before any clock starts. */
    static uint32_t table[256];
    if (table[1] == 0)
        for (uint32_t index = 0; index < 256; index++)
            table[index] = crc_entry(index);
    uint32_t state = ~crc;
    for (size_t i = 0; i < count; i++)
        state = (state >> 8) ^ table[(state ^ bytes[i]) & 0xFF];
    return ~state;
}

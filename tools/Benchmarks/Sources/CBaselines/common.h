#ifndef DAYBOOK_BASELINES_COMMON_H
#define DAYBOOK_BASELINES_COMMON_H
#include "baselines.h"
/* The one-shot and EVP forms allocate or look up a provider on every call; these are the fastest way in. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

/* The parts of one row. */
typedef struct {
    const uint8_t *envelope, *salt, *body;
    size_t envelope_count, body_count;
} row_parts;

enum { ROW_HEAD = 14, SALT_COUNT = 16, CRC_COUNT = 4 };

/* 0 when the row is too short for what its envelope length says. */
static inline int row_split(const uint8_t *row, size_t count, row_parts *parts) {
    if (count < ROW_HEAD + SALT_COUNT + CRC_COUNT)
        return 0;
    size_t envelope = (size_t)row[12] << 8 | row[13];
    if (count < ROW_HEAD + envelope + SALT_COUNT + CRC_COUNT)
        return 0;
    parts->envelope = row + ROW_HEAD;
    parts->envelope_count = envelope;
    parts->salt = parts->envelope + envelope;
    parts->body = parts->salt + SALT_COUNT;
    parts->body_count = count - ROW_HEAD - envelope - SALT_COUNT - CRC_COUNT;
    return 1;
}

static inline const uint8_t *row_bytes(const baseline_rows *rows, size_t index, size_t *count) {
    *count = rows->offsets[index + 1] - rows->offsets[index];
    return rows->bytes + rows->offsets[index];
}
#endif

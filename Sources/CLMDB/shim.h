#ifndef DAYBOOK_CLMDB_SHIM_H
#define DAYBOOK_CLMDB_SHIM_H
#include <lmdb.h>
#include <stddef.h>

/* Sends for the bytes, so that they are there when they are read soon; nothing else comes of it, wherever they lie. */
static inline void daybook_prefetch(const void *bytes, size_t count) {
    for (size_t line = 0; line < count && line < 512; line += 64)
        __builtin_prefetch((const char *)bytes + line);
}

/* Sends for a row some steps further on, where rows were added in the order of their keys: each then lies below the one before. */
static inline void daybook_prefetch_following(const void *row, size_t count) {
    daybook_prefetch((const char *)row - 4 * count, count);
}
#endif

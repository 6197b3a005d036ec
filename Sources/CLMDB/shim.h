#ifndef DAYBOOK_CLMDB_SHIM_H
#define DAYBOOK_CLMDB_SHIM_H
#include <lmdb.h>
#include <stddef.h>

/* Sends for the bytes, so that they are there when they are read soon; nothing else comes of it, wherever they lie. */
static inline void daybook_prefetch(const void *bytes, size_t count) {
    for (size_t line = 0; line < count && line < 512; line += 64)
        __builtin_prefetch((const char *)bytes + line);
}

/* Sends for what is read next where rows were added in the order of their keys: in a page each lies below the one before, and the pages lie behind each other
   but for some of other tables between them. Where it is otherwise, nothing is lost but the sending. */
static inline void daybook_prefetch_following(const void *row, size_t count, const void *before) {
    enum { page = 4096, pages = 3, row_of_page = 384 };
    const char *begin = (const char *)((size_t)row & ~(size_t)(page - 1));
    daybook_prefetch((const char *)row - 4 * count, count);
    if (begin == (const char *)((size_t)before & ~(size_t)(page - 1)))
        return;
    for (int next = 1; next <= pages; next++) {
        __builtin_prefetch(begin + next * page);
        daybook_prefetch(begin + (next + 1) * page - row_of_page, row_of_page);
    }
}
#endif

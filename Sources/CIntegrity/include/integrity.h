#ifndef DAYBOOK_INTEGRITY_H
#define DAYBOOK_INTEGRITY_H
#include <stddef.h>
#include <stdint.h>

/* CRC-32C (Castagnoli, RFC 3720 appendix B.4) of `count` bytes, continuing from `crc` (0 at the start).
   Uses the processor's instruction where there is one, a table otherwise; both give the same number. */
uint32_t daybook_crc32c(uint32_t crc, const void *bytes, size_t count);

/* CRC-32C of the table's number, the key and the row, one after another: the checksum of a row without its last four bytes. */
uint32_t daybook_crc32c_row(uint8_t table, const void *key, size_t key_count, const void *row, size_t row_count);

/* Prefetches `count` bytes from `bytes` on: loading them from memory takes longer than the work on the bytes before
   them. Touches no memory, so any address is valid. */
static inline void daybook_will_read(const void *bytes, size_t count) {
    for (size_t offset = 0; offset < count; offset += 64)
        __builtin_prefetch((const char *)bytes + offset);
}

/* Which file a path leads to, how long it is, and when it was made and last changed in nanoseconds; 0 where the file system does not record it. */
struct daybook_file {
    uint64_t device, inode, byte_count, birth, change;
};

/* Looks at a file without a trace in it: the next flush of it costs no more for having been looked at. -1 and errno as of statx(2). */
int daybook_look(const char *path, struct daybook_file *found);

/* Opens a file that lies in memory alone and goes with its last descriptor; -1 and errno as of memfd_create(2). */
int daybook_memory_file(void);

/* Addresses below this are those of a null pointer. */
#define DAYBOOK_NULL_PAGE 65536

/* Notes the file that an open store maps, by its descriptor. A handler of signals asks for it. */
void daybook_note_map(const void *store, int descriptor);

/* Forgets the map of a store, before it is closed. */
void daybook_forget_map(const void *store);

/* Notes that the library of stores stops the process because a page contradicts itself. */
void daybook_note_assertion(void);

/* Notes the number of events that a ledger holds after a commit of this process. */
void daybook_note_commit(uint64_t position);

/* Writes the number that was noted last in digits, at most 20 of them; returns how many, 0 where none was noted. Safe in a handler of
   signals. */
size_t daybook_noted_commit(char digits[20]);

/* Notes a section of the library that reads the maps, 0 or 1, by a function near its beginning and one near its end. A
   static program has that code among all other. */
void daybook_note_library(int section, const void *first, const void *last);

/* 1 where a signal comes of a damaged store: a fault at an address in a map; while a store is open, a fault in the library or in a
   function of the C library that it called; an assertion of the library. 0 for a deep call, for every other fault and for a signal that
   a process sent. Safe in a handler. Source: sigaction(2). */
int daybook_fault_in_store(const void *information, const void *context);

/* The table form alone, so that a test can hold the two equal. */
uint32_t daybook_crc32c_table(uint32_t crc, const void *bytes, size_t count);
#endif

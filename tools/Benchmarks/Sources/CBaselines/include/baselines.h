#ifndef DAYBOOK_BASELINES_H
#define DAYBOOK_BASELINES_H
#include <stddef.h>
#include <stdint.h>

/* The baselines of the engine: the least that plain C needs for the same bytes and the same durability.
   Functions return 0, BASELINE_MALFORMED, or a code of LMDB or SQLite that the `…_text` functions spell; none of them prints.
   Nothing here takes the time: the caller does, around the call. */

/* A row that is not laid out as below; no code of LMDB or SQLite. */
#define BASELINE_MALFORMED (-1)

/* Rows as the engine stores them (docs/format.md §5, table `log`), one after another:
   position 8 · version 4 · envelope length 2 · envelope · salt 16 · body · CRC-32C 4. Row i is bytes[offsets[i]] … bytes[offsets[i + 1]]. */
typedef struct {
    const uint8_t *bytes;
    const uint64_t *offsets; /* count + 1 */
    size_t count;
} baseline_rows;

/* The columns that the SQLite baseline keeps beside the bytes. */
typedef struct {
    const uint8_t *stream;
    uint32_t stream_count;
    const uint8_t *type;
    uint32_t type_count;
    int64_t version, recorded, valid_day;
    int64_t key_hash;
    int has_key;
} baseline_columns;

/* SHA-256 of `count` bytes; CRC-32C of `count` bytes, as the engine's rows carry it. */
void baseline_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);
/* SHA-256(0x02 ‖ salt ‖ body). */
void baseline_body_digest(const uint8_t salt[16], const uint8_t *body, size_t count, uint8_t digest[32]);
uint32_t baseline_crc32c(uint32_t crc, const uint8_t *bytes, size_t count);

/* 1 when the folder lies in a file system kept in memory, where a durable commit costs nothing. */
int baseline_is_in_memory(const char *folder);

/* --- LMDB ------------------------------------------------------------------------------------------------- */

typedef struct baseline_lmdb baseline_lmdb;

const char *baseline_lmdb_text(int code);

/* Opens (and with `create` makes) the environment in a folder that exists, default sync, one table `name`. */
int baseline_lmdb_open(const char *folder, const char *name, int create, baseline_lmdb **result);
void baseline_lmdb_close(baseline_lmdb *store);

/* Appends rows first … first + count (key: log number 1, 4 bytes ‖ sequence, 8 bytes) with MDB_APPEND, one durable
   commit for every `batch` rows. */
int baseline_lmdb_append(baseline_lmdb *store, const baseline_rows *rows, size_t first, size_t count, size_t batch);

/* Walks every row with a cursor and every CBOR item of its envelope and body; the sum depends on every item's head. */
int baseline_lmdb_scan(baseline_lmdb *store, uint64_t *rows, uint64_t *sum);

/* SHA-256 over envelope ‖ salt ‖ body of all rows in order: what was stored, however it is stored. Not to be timed. */
int baseline_lmdb_digest(baseline_lmdb *store, uint64_t *rows, uint8_t digest[32]);

/* Hands every row to the callback (a non-zero result stops and is returned), to measure with the bytes another program stored. */
typedef int (*baseline_row_callback)(void *context, const uint8_t *row, size_t count);
int baseline_lmdb_each(baseline_lmdb *store, baseline_row_callback callback, void *context);

/* The sum of one row's CBOR items, as the scan makes it; 0 with *is_whole = 0 when the bytes are not whole items. */
uint64_t baseline_cbor_sum(uint64_t sum, const uint8_t *bytes, size_t count, int *is_whole);

/* --- SQLite ----------------------------------------------------------------------------------------------- */

typedef struct baseline_sqlite baseline_sqlite;

const char *baseline_sqlite_text(int code);

/* A database in WAL mode, synchronous=FULL, with the engine's columns and indexes as ordinary ones, and a table of JSON rows. */
int baseline_sqlite_open(const char *path, baseline_sqlite **result);
void baseline_sqlite_close(baseline_sqlite *store);

/* Inserts rows first … first + count with one prepared statement, one durable commit for every `batch` rows. */
int baseline_sqlite_append(
    baseline_sqlite *store, const baseline_rows *rows, const baseline_columns *columns, size_t first, size_t count, size_t batch);

/* Fills the JSON table: text i is texts[offsets[i]] … texts[offsets[i + 1]]. Not to be timed. */
int baseline_sqlite_fill_json(baseline_sqlite *store, const uint8_t *texts, const uint64_t *offsets, size_t count);

/* Scans the JSON table in order of position and hands each text to the callback. */
typedef int (*baseline_text_callback)(void *context, const uint8_t *text, size_t count);
int baseline_sqlite_each_json(baseline_sqlite *store, baseline_text_callback callback, void *context);

/* The same digest as baseline_lmdb_digest, from the table of events. Not to be timed. */
int baseline_sqlite_digest(baseline_sqlite *store, uint64_t *rows, uint8_t digest[32]);

/* --- SHA-256 ---------------------------------------------------------------------------------------------- */

/* The hashing that verifying these rows needs and nothing else: for each row the body digest and the leaf, and the
   count − 1 node hashes of the RFC 6962 tree, whose root is the result. A body that does not match the digest at the end
   of its envelope is counted. */
int baseline_verify_hashes(const baseline_rows *rows, uint64_t *mismatches, uint8_t root[32]);

#endif

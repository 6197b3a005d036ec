#include "common.h"
#include <errno.h>
#include <lmdb.h>
#include <sys/vfs.h>

struct baseline_lmdb {
    MDB_env *environment;
    MDB_dbi table;
};

/* Address space, not disk: more than any run stores. */
static const size_t MAP_SIZE = (size_t)64 << 30;

const char *baseline_lmdb_text(int code) {
    return code == BASELINE_MALFORMED ? "a row is not of the expected form" : mdb_strerror(code);
}

int baseline_is_in_memory(const char *folder) {
    static const long TMPFS = 0x01021994, RAMFS = (long)0x858458F6;
    struct statfs status;
    return statfs(folder, &status) == 0 && (status.f_type == TMPFS || status.f_type == RAMFS);
}

static void put_big_endian(uint8_t *target, uint64_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; i--, value >>= 8)
        target[i] = (uint8_t)value;
}

int baseline_lmdb_open(const char *folder, const char *name, int create, baseline_lmdb **result) {
    baseline_lmdb *store = calloc(1, sizeof *store);
    MDB_txn *transaction = NULL;
    int code = store == NULL ? ENOMEM : mdb_env_create(&store->environment);
    if (code == 0)
        code = mdb_env_set_maxdbs(store->environment, 16);
    if (code == 0)
        code = mdb_env_set_mapsize(store->environment, MAP_SIZE);
    if (code == 0)
        code = mdb_env_open(store->environment, folder, MDB_NOTLS | (create ? 0 : MDB_RDONLY), 0600);
    if (code == 0)
        code = mdb_txn_begin(store->environment, NULL, create ? 0 : MDB_RDONLY, &transaction);
    if (code == 0)
        code = mdb_dbi_open(transaction, name, create ? MDB_CREATE : 0, &store->table);
    if (code == 0)
        code = mdb_txn_commit(transaction);
    else if (transaction)
        mdb_txn_abort(transaction);
    if (code != 0 && store != NULL) {
        baseline_lmdb_close(store);
        store = NULL;
    }
    *result = store;
    return code;
}

void baseline_lmdb_close(baseline_lmdb *store) {
    if (store->environment)
        mdb_env_close(store->environment);
    free(store);
}

int baseline_lmdb_append(baseline_lmdb *store, const baseline_rows *rows, size_t first, size_t count, size_t batch) {
    uint8_t key_bytes[12] = {0, 0, 0, 1};
    for (size_t next = first; next < first + count;) {
        size_t end = next + batch < first + count ? next + batch : first + count;
        MDB_txn *transaction;
        MDB_cursor *cursor;
        int code = mdb_txn_begin(store->environment, NULL, 0, &transaction);
        if (code != 0)
            return code;
        code = mdb_cursor_open(transaction, store->table, &cursor);
        for (; code == 0 && next < end; next++) {
            size_t size;
            const uint8_t *row = row_bytes(rows, next, &size);
            put_big_endian(key_bytes + 4, next, 8);
            MDB_val key = {sizeof key_bytes, key_bytes}, value = {size, (void *)row};
            code = mdb_cursor_put(cursor, &key, &value, MDB_APPEND);
        }
        if (code != 0) {
            mdb_txn_abort(transaction);
            return code;
        }
        mdb_cursor_close(cursor);
        code = mdb_txn_commit(transaction);
        if (code != 0)
            return code;
    }
    return 0;
}

/* Opens a read transaction and a cursor, hands each row to `step`, closes both. */
typedef int (*row_step)(void *context, const MDB_val *key, const MDB_val *value);

static inline int each_row(baseline_lmdb *store, row_step step, void *context) {
    MDB_txn *transaction;
    MDB_cursor *cursor;
    int code = mdb_txn_begin(store->environment, NULL, MDB_RDONLY, &transaction);
    if (code != 0)
        return code;
    code = mdb_cursor_open(transaction, store->table, &cursor);
    if (code == 0) {
        MDB_val key, value;
        while ((code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0)
            if ((code = step(context, &key, &value)) != 0)
                break;
        mdb_cursor_close(cursor);
    }
    mdb_txn_abort(transaction);
    return code == MDB_NOTFOUND ? 0 : code;
}

/* Reads the argument behind a head byte; 0 when the head is of no known form or the bytes end. */
static inline int read_argument(const uint8_t **next, const uint8_t *end, uint8_t head, uint64_t *argument) {
    uint16_t two;
    uint32_t four;
    size_t left = (size_t)(end - *next);
    switch (head & 0x1F) {
    case 24:
        if (left < 1)
            return 0;
        *argument = **next;
        *next += 1;
        return 1;
    case 25:
        if (left < 2)
            return 0;
        memcpy(&two, *next, 2);
        *argument = __builtin_bswap16(two);
        *next += 2;
        return 1;
    case 26:
        if (left < 4)
            return 0;
        memcpy(&four, *next, 4);
        *argument = __builtin_bswap32(four);
        *next += 4;
        return 1;
    case 27:
        if (left < 8)
            return 0;
        memcpy(argument, *next, 8);
        *argument = __builtin_bswap64(*argument);
        *next += 8;
        return 1;
    case 28: case 29: case 30: case 31:
        return 0;
    default:
        *argument = head & 0x1F;
        return 1;
    }
}

/* Walks whole CBOR items without recursion: the number of items still to come grows by what an array or map holds. */
static inline uint64_t cbor_sum(uint64_t sum, const uint8_t *bytes, size_t count, int *is_whole) {
    const uint8_t *next = bytes, *end = bytes + count;
    uint64_t items = 1, argument;
    *is_whole = 0;
    while (items > 0) {
        if (next == end)
            return 0;
        uint8_t head = *next++;
        if (!read_argument(&next, end, head, &argument))
            return 0;
        items--;
        sum = (sum << 7 | sum >> 57) + (argument ^ (uint64_t)head << 48);
        switch (head >> 5) {
        case 2: case 3:
            if ((uint64_t)(end - next) < argument)
                return 0;
            next += argument;
            break;
        case 4:
            items += argument;
            break;
        case 5:
            items += 2 * argument;
            break;
        case 6:
            return 0;
        default:
            break;
        }
    }
    *is_whole = next == end;
    return sum;
}

uint64_t baseline_cbor_sum(uint64_t sum, const uint8_t *bytes, size_t count, int *is_whole) {
    return cbor_sum(sum, bytes, count, is_whole);
}

typedef struct {
    uint64_t rows, sum;
} scan_state;

static int scan_step(void *context, const MDB_val *key, const MDB_val *value) {
    (void)key;
    scan_state *state = context;
    row_parts parts;
    int is_whole;
    if (!row_split(value->mv_data, value->mv_size, &parts))
        return BASELINE_MALFORMED;
    state->sum = cbor_sum(state->sum, parts.envelope, parts.envelope_count, &is_whole);
    if (!is_whole)
        return BASELINE_MALFORMED;
    state->sum = cbor_sum(state->sum, parts.body, parts.body_count, &is_whole);
    state->rows++;
    return is_whole ? 0 : BASELINE_MALFORMED;
}

int baseline_lmdb_scan(baseline_lmdb *store, uint64_t *rows, uint64_t *sum) {
    scan_state state = {0, 0};
    int code = each_row(store, scan_step, &state);
    *rows = state.rows;
    *sum = state.sum;
    return code;
}

typedef struct {
    uint64_t rows;
    SHA256_CTX hash;
} digest_state;

static int digest_step(void *context, const MDB_val *key, const MDB_val *value) {
    (void)key;
    digest_state *state = context;
    row_parts parts;
    if (!row_split(value->mv_data, value->mv_size, &parts))
        return BASELINE_MALFORMED;
    SHA256_Update(&state->hash, parts.envelope, parts.envelope_count + SALT_COUNT + parts.body_count);
    state->rows++;
    return 0;
}

int baseline_lmdb_digest(baseline_lmdb *store, uint64_t *rows, uint8_t digest[32]) {
    digest_state state = {.rows = 0};
    SHA256_Init(&state.hash);
    int code = each_row(store, digest_step, &state);
    SHA256_Final(digest, &state.hash);
    *rows = state.rows;
    return code;
}

typedef struct {
    baseline_row_callback callback;
    void *context;
} each_state;

static int each_step(void *context, const MDB_val *key, const MDB_val *value) {
    (void)key;
    each_state *state = context;
    return state->callback(state->context, value->mv_data, value->mv_size);
}

int baseline_lmdb_each(baseline_lmdb *store, baseline_row_callback callback, void *context) {
    each_state state = {callback, context};
    return each_row(store, each_step, &state);
}

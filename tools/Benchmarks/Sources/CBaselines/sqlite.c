#include "common.h"
#include <sqlite3.h>

struct baseline_sqlite {
    sqlite3 *database;
    sqlite3_stmt *insert;
};

/* 64 MiB of page cache: SQLite's own default is 2 MiB, and a baseline has to be as fast as its settings allow. */
static const char *const SCHEMA =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;"
    "CREATE TABLE IF NOT EXISTS events ("
    " position INTEGER PRIMARY KEY, log INTEGER NOT NULL, sequence INTEGER NOT NULL, stream TEXT NOT NULL,"
    " version INTEGER NOT NULL, type TEXT NOT NULL, recorded INTEGER NOT NULL, valid_day INTEGER NOT NULL, key_hash INTEGER,"
    " envelope BLOB NOT NULL, salt BLOB NOT NULL, body BLOB NOT NULL);"
    "CREATE UNIQUE INDEX IF NOT EXISTS by_sequence ON events (log, sequence);"
    "CREATE UNIQUE INDEX IF NOT EXISTS by_version ON events (stream, version);"
    "CREATE UNIQUE INDEX IF NOT EXISTS by_key ON events (key_hash) WHERE key_hash IS NOT NULL;"
    /* The engine keeps its rows by day too: what is asked of a logbook is asked by date. */
    "CREATE INDEX IF NOT EXISTS by_day ON events (valid_day);"
    "CREATE TABLE IF NOT EXISTS json (position INTEGER PRIMARY KEY, data TEXT NOT NULL);";

static const char *const INSERT = "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

const char *baseline_sqlite_text(int code) {
    return code == BASELINE_MALFORMED ? "a row is not of the expected form" : sqlite3_errstr(code);
}

int baseline_sqlite_open(const char *path, baseline_sqlite **result) {
    baseline_sqlite *store = calloc(1, sizeof *store);
    int code = store == NULL ? SQLITE_NOMEM : sqlite3_open(path, &store->database);
    if (code == SQLITE_OK)
        code = sqlite3_exec(store->database, SCHEMA, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(store->database, INSERT, -1, &store->insert, NULL);
    if (code != SQLITE_OK && store != NULL) {
        baseline_sqlite_close(store);
        store = NULL;
    }
    *result = store;
    return code;
}

void baseline_sqlite_close(baseline_sqlite *store) {
    sqlite3_finalize(store->insert);
    sqlite3_close(store->database);
    free(store);
}

static int insert_row(baseline_sqlite *store, const uint8_t *row, size_t count, const baseline_columns *columns, size_t index) {
    row_parts parts;
    sqlite3_stmt *insert = store->insert;
    if (!row_split(row, count, &parts))
        return BASELINE_MALFORMED;
    sqlite3_bind_int64(insert, 1, (sqlite3_int64)index + 1);
    sqlite3_bind_int64(insert, 2, 1);
    sqlite3_bind_int64(insert, 3, (sqlite3_int64)index);
    sqlite3_bind_text(insert, 4, (const char *)columns->stream, (int)columns->stream_count, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 5, columns->version);
    sqlite3_bind_text(insert, 6, (const char *)columns->type, (int)columns->type_count, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 7, columns->recorded);
    sqlite3_bind_int64(insert, 8, columns->valid_day);
    if (columns->has_key)
        sqlite3_bind_int64(insert, 9, columns->key_hash);
    else
        sqlite3_bind_null(insert, 9);
    sqlite3_bind_blob(insert, 10, parts.envelope, (int)parts.envelope_count, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 11, parts.salt, SALT_COUNT, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 12, parts.body, (int)parts.body_count, SQLITE_STATIC);
    int code = sqlite3_step(insert);
    sqlite3_reset(insert);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_sqlite_append(
    baseline_sqlite *store, const baseline_rows *rows, const baseline_columns *columns, size_t first, size_t count, size_t batch) {
    for (size_t next = first; next < first + count;) {
        size_t end = next + batch < first + count ? next + batch : first + count;
        int code = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        for (; code == SQLITE_OK && next < end; next++) {
            size_t size;
            const uint8_t *row = row_bytes(rows, next, &size);
            code = insert_row(store, row, size, &columns[next], next);
        }
        if (code != SQLITE_OK) {
            sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
            return code;
        }
        code = sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL);
        if (code != SQLITE_OK)
            return code;
    }
    return SQLITE_OK;
}

int baseline_sqlite_fill_json(baseline_sqlite *store, const uint8_t *texts, const uint64_t *offsets, size_t count) {
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(store->database, "INSERT INTO json VALUES (?1, ?2)", -1, &insert, NULL);
    for (size_t index = 0; code == SQLITE_OK && index < count; index++) {
        sqlite3_bind_int64(insert, 1, (sqlite3_int64)index + 1);
        sqlite3_bind_text(
            insert, 2, (const char *)texts + offsets[index], (int)(offsets[index + 1] - offsets[index]), SQLITE_STATIC);
        code = sqlite3_step(insert);
        if (code == SQLITE_DONE)
            code = SQLITE_OK;
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return code == SQLITE_OK ? sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) : code;
}

int baseline_sqlite_each_json(baseline_sqlite *store, baseline_text_callback callback, void *context) {
    sqlite3_stmt *select;
    int code = sqlite3_prepare_v2(store->database, "SELECT data FROM json ORDER BY position", -1, &select, NULL);
    if (code != SQLITE_OK)
        return code;
    while ((code = sqlite3_step(select)) == SQLITE_ROW) {
        /* The text first, then its length: SQLite's rule for the two calls. */
        const uint8_t *text = sqlite3_column_text(select, 0);
        code = callback(context, text, (size_t)sqlite3_column_bytes(select, 0));
        if (code != 0)
            break;
    }
    sqlite3_finalize(select);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_sqlite_digest(baseline_sqlite *store, uint64_t *rows, uint8_t digest[32]) {
    sqlite3_stmt *select;
    SHA256_CTX hash;
    int code = sqlite3_prepare_v2(
        store->database, "SELECT envelope, salt, body FROM events ORDER BY position", -1, &select, NULL);
    if (code != SQLITE_OK)
        return code;
    SHA256_Init(&hash);
    *rows = 0;
    while ((code = sqlite3_step(select)) == SQLITE_ROW) {
        for (int column = 0; column < 3; column++) {
            const void *bytes = sqlite3_column_blob(select, column);
            SHA256_Update(&hash, bytes, (size_t)sqlite3_column_bytes(select, column));
        }
        ++*rows;
    }
    SHA256_Final(digest, &hash);
    sqlite3_finalize(select);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

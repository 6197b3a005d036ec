#define _GNU_SOURCE
#include "process.h"

#include <fcntl.h>
#include <unistd.h>

char *const *daybook_variables(void) { return environ; }

int daybook_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void daybook_begin_writing_out(int descriptor) {
#ifdef SYNC_FILE_RANGE_WRITE
    /* A refusal changes nothing: the fsync that follows does all of it. */
    (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor;
#endif
}

static int lock_byte(int descriptor, long long offset, short type) {
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)offset, .l_len = 1};
    return fcntl(descriptor, F_OFD_SETLK, &range);
}

int daybook_lock_byte(int descriptor, long long offset) { return lock_byte(descriptor, offset, F_WRLCK); }

int daybook_unlock_byte(int descriptor, long long offset) { return lock_byte(descriptor, offset, F_UNLCK); }

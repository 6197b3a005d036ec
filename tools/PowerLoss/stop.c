// Stops a program at the n-th call that changes a file below one folder: preloaded (LD_PRELOAD) by Tests/stopped_case.py.
//
//   STOP_ROOT     the folder
//   STOP_COUNTER  a file of 8 bytes that counts the calls of this program and of those that it starts
//   STOP_AT       the number of the call that is not made (from 1; 0: none)
//   STOP_HOW      "kill": the program ends there by SIGKILL; "full": from there on nothing finds new room on the disk (ENOSPC)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char root[PATH_MAX];
static unsigned long *counter;
static unsigned long stop_at;
static int is_full;

__attribute__((constructor)) static void start(void) {
    const char *folder = getenv("STOP_ROOT"), *file = getenv("STOP_COUNTER"), *at = getenv("STOP_AT"), *how = getenv("STOP_HOW");
    if (folder == NULL || file == NULL || realpath(folder, root) == NULL) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *map = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (map == MAP_FAILED) return;
    counter = map;
    stop_at = at == NULL ? 0 : strtoul(at, NULL, 10);
    is_full = how != NULL && strcmp(how, "full") == 0;
}

static int is_below(const char *path) {
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int is_ours_fd(int fd) {
    char link[64], path[PATH_MAX];
    if (counter == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0) return 0;
    path[count] = 0;
    return is_below(path);
}

static int is_ours(int folder, const char *name) {
    if (counter == NULL) return 0;
    if (name[0] == '/') return is_below(name);
    if (folder != AT_FDCWD) return is_ours_fd(folder);
    char here[PATH_MAX];
    return getcwd(here, sizeof here) != NULL && is_below(here);
}

// Counts a call; whether it is to fail for want of room.
static int fails(int needs_room) {
    unsigned long number = __atomic_add_fetch(counter, 1, __ATOMIC_SEQ_CST);
    if (stop_at == 0 || number < stop_at) return 0;
    if (!is_full && number == stop_at) raise(SIGKILL);
    if (!is_full || !needs_room) return 0;
    errno = ENOSPC;
    return 1;
}

// Bytes that lie in the file already have their room.
static int grows(int fd, off_t end) {
    struct stat status;
    return fstat(fd, &status) != 0 || end > status.st_size;
}

static size_t total(const struct iovec *parts, int count) {
    size_t sum = 0;
    for (int i = 0; i < count; i++) sum += parts[i].iov_len;
    return sum;
}

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (real == NULL) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return is_ours_fd(fd) && fails(1) ? -1 : real(fd, bytes, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    return is_ours_fd(fd) && fails(1) ? -1 : real(fd, parts, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return is_ours_fd(fd) && fails(grows(fd, offset + (off_t)count)) ? -1 : real(fd, bytes, count, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) { return pwrite(fd, bytes, count, offset); }

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
    return is_ours_fd(fd) && fails(grows(fd, offset + (off_t)total(parts, count))) ? -1 : real(fd, parts, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return pwritev(fd, parts, count, offset); }

static int open_counted(int folder, const char *path, int flags, mode_t mode) {
    if ((flags & O_CREAT) != 0 && is_ours(folder, path)) {
        struct stat status;
        int is_new = fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) != 0;
        if (is_new && fails(1)) return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN(name, folder_argument, folder) \
    int name(folder_argument const char *path, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments); \
        return open_counted(folder, path, flags, mode); \
    }
#define NONE
#define FOLDER int fd,
OPEN(open, NONE, AT_FDCWD)
OPEN(open64, NONE, AT_FDCWD)
OPEN(openat, FOLDER, fd)
OPEN(openat64, FOLDER, fd)

int mkdirat(int folder, const char *path, mode_t mode) { return is_ours(folder, path) && fails(1) ? -1 : (int)syscall(SYS_mkdirat, folder, path, mode); }
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int renameat(int from, const char *old, int to, const char *new) {
    return is_ours(to, new) && fails(0) ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}
int rename(const char *old, const char *new) { return renameat(AT_FDCWD, old, AT_FDCWD, new); }

int unlinkat(int folder, const char *path, int flags) { return is_ours(folder, path) && fails(0) ? -1 : (int)syscall(SYS_unlinkat, folder, path, flags); }
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int ftruncate(int fd, off_t size) { return is_ours_fd(fd) && fails(grows(fd, size)) ? -1 : (int)syscall(SYS_ftruncate, fd, size); }
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int fallocate(int fd, int mode, off_t offset, off_t count) {
    return is_ours_fd(fd) && fails(1) ? -1 : (int)syscall(SYS_fallocate, fd, mode, offset, count);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t count) { return fallocate(fd, mode, offset, count); }
int posix_fallocate(int fd, off_t offset, off_t count) { return fallocate(fd, 0, offset, count) == 0 ? 0 : errno; }
int posix_fallocate64(int fd, off64_t offset, off64_t count) { return posix_fallocate(fd, offset, count); }

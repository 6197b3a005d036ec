// Records what a program asks of the disk below one folder, for tools/power-loss: preloaded (LD_PRELOAD) into the program.
//
//   POWER_LOSS_ROOT   the folder; everything below it is recorded
//   POWER_LOSS_TRACE  the file the record goes to
//   POWER_LOSS_DROP   "sync": flushes are swallowed and not recorded; "dsync": O_DSYNC is not recorded;
//                     "names": flushes of folders are not recorded (proofs that the tool finds it)
//
// A record is a line of words, then the bytes it announces:
//   open FD INODE CREATED PATH   write INODE OFFSET COUNT SYNCED  ⟨COUNT bytes⟩   sync INODE      truncate INODE SIZE
//   mkdir PATH    syncdir PATH   rename FROM ⏎ TO                 unlink PATH     out COUNT ⟨COUNT bytes⟩ (standard output)
//
// One call at a time is made and recorded: the order of the records is the order of their effects.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { descriptors_max = 1024 };

// The kind of a descriptor: 0 not ours, 1 file, 2 folder.
static struct {
    int kind;
    int is_dsync;
    unsigned long inode;
    char path[PATH_MAX];
} files[descriptors_max];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static int trace = -1;
static int drops_sync;
static int drops_dsync;
static int drops_names;

static void put(const void *bytes, size_t count) {
    const char *rest = bytes;
    while (count > 0) {
        ssize_t done = syscall(SYS_write, trace, rest, count);
        if (done < 0) {
            if (errno == EINTR) continue;
            abort();
        }
        rest += done;
        count -= (size_t)done;
    }
}

__attribute__((format(printf, 1, 2))) static void record(const char *format, ...) {
    char line[2 * PATH_MAX + 128];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    put(line, (size_t)count);
}

__attribute__((constructor)) static void start(void) {
    const char *folder = getenv("POWER_LOSS_ROOT");
    const char *path = getenv("POWER_LOSS_TRACE");
    const char *drop = getenv("POWER_LOSS_DROP");
    if (folder == NULL || path == NULL || realpath(folder, root) == NULL) return;
    drops_sync = drop != NULL && strcmp(drop, "sync") == 0;
    drops_dsync = drop != NULL && strcmp(drop, "dsync") == 0;
    drops_names = drop != NULL && strcmp(drop, "names") == 0;
    trace = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) {
    size_t length = strlen(root);
    return trace >= 0 && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// The path below the folder; "." for the folder itself.
static const char *below(const char *path) {
    const char *rest = path + strlen(root);
    while (*rest == '/') rest++;
    return *rest ? rest : ".";
}

// An absolute path without links; the last part need not exist. A relative one is never ours: the tool passes absolute folders.
static int resolve(const char *path, char *resolved) {
    char folder[PATH_MAX];
    if (path[0] != '/') return 0;
    if (realpath(path, resolved) != NULL) return is_ours(resolved);
    const char *slash = strrchr(path, '/');
    if (slash == path || (size_t)(slash - path) >= sizeof folder) return 0;
    memcpy(folder, path, (size_t)(slash - path));
    folder[slash - path] = 0;
    if (realpath(folder, resolved) == NULL || strlen(resolved) + strlen(slash) >= PATH_MAX) return 0;
    strcat(resolved, slash);
    return is_ours(resolved);
}

// The path of what a name in an open folder is; the name itself where it needs none. NULL where nothing is recorded or the folder has no path.
static const char *at(int folder, const char *path, char *whole) {
    if (folder == AT_FDCWD || path[0] == '/') return path;
    if (trace < 0) return NULL;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t count = (ssize_t)syscall(SYS_readlinkat, AT_FDCWD, link, whole, PATH_MAX - 1);
    if (count <= 0 || whole[0] != '/' || (size_t)count + strlen(path) + 2 > PATH_MAX) return NULL;
    whole[count] = '/';
    strcpy(whole + count + 1, path);
    return whole;
}

// Leaves the errno of the call that was recorded.
static void unlock(void) {
    int code = errno;
    pthread_mutex_unlock(&lock);
    errno = code;
}

// Opening

static int open_recorded(const char *path, int flags, mode_t mode) {
    char resolved[PATH_MAX];
    if (trace < 0 || !resolve(path, resolved)) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat status;
    int existed = stat(resolved, &status) == 0;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (descriptor >= 0 && descriptor < descriptors_max && fstat(descriptor, &status) == 0) {
        files[descriptor].kind = S_ISDIR(status.st_mode) ? 2 : 1;
        files[descriptor].is_dsync = (flags & O_DSYNC) != 0 && !drops_dsync && !drops_sync;
        files[descriptor].inode = status.st_ino;
        strcpy(files[descriptor].path, resolved);
        if (files[descriptor].kind == 1) {
            record("open %d %lu %d %s\n", descriptor, (unsigned long)status.st_ino, !existed, below(resolved));
            if (existed && (flags & O_TRUNC)) record("truncate %lu 0\n", (unsigned long)status.st_ino);
        }
    }
    unlock();
    return descriptor;
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_recorded(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_recorded(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    char whole[PATH_MAX];
    const char *absolute = at(folder, path, whole);
    return absolute ? open_recorded(absolute, flags, mode) : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return openat(folder, path, flags, mode);
}

int creat(const char *path, mode_t mode) { return open_recorded(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

int close(int descriptor) {
    pthread_mutex_lock(&lock);
    if (descriptor >= 0 && descriptor < descriptors_max) files[descriptor].kind = 0;
    int code = (int)syscall(SYS_close, descriptor);
    unlock();
    return code;
}

// Writing

static int is_file(int descriptor) {
    return trace >= 0 && descriptor >= 0 && descriptor < descriptors_max && files[descriptor].kind == 1;
}

static void record_write(int descriptor, off_t offset, const struct iovec *parts, int part_count, size_t count) {
    record("write %lu %lld %zu %d\n", files[descriptor].inode, (long long)offset, count, files[descriptor].is_dsync);
    for (int part = 0; part < part_count && count > 0; part++) {
        size_t size = parts[part].iov_len < count ? parts[part].iov_len : count;
        put(parts[part].iov_base, size);
        count -= size;
    }
}

static ssize_t write_at(int descriptor, const struct iovec *parts, int part_count, off_t offset) {
    if (!is_file(descriptor)) return (ssize_t)syscall(SYS_pwritev, descriptor, parts, part_count, offset, 0);
    pthread_mutex_lock(&lock);
    ssize_t done = (ssize_t)syscall(SYS_pwritev, descriptor, parts, part_count, offset, 0);
    if (done > 0) record_write(descriptor, offset, parts, part_count, (size_t)done);
    unlock();
    return done;
}

static ssize_t write_on(int descriptor, const struct iovec *parts, int part_count) {
    int is_output = trace >= 0 && descriptor == 1;
    if (!is_file(descriptor) && !is_output) return (ssize_t)syscall(SYS_writev, descriptor, parts, part_count);
    pthread_mutex_lock(&lock);
    off_t offset = is_output ? 0 : lseek(descriptor, 0, SEEK_CUR);
    ssize_t done = (ssize_t)syscall(SYS_writev, descriptor, parts, part_count);
    if (done > 0 && is_output) {
        record("out %zd\n", done);
        size_t left = (size_t)done;
        for (int part = 0; part < part_count && left > 0; part++) {
            size_t size = parts[part].iov_len < left ? parts[part].iov_len : left;
            put(parts[part].iov_base, size);
            left -= size;
        }
    } else if (done > 0) {
        record_write(descriptor, offset, parts, part_count, (size_t)done);
    }
    unlock();
    return done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    struct iovec part = {(void *)(uintptr_t)bytes, count};
    return write_at(descriptor, &part, 1, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) { return pwrite(descriptor, bytes, count, offset); }
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) { return write_at(descriptor, parts, count, offset); }
ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) { return write_at(descriptor, parts, count, offset); }
ssize_t writev(int descriptor, const struct iovec *parts, int count) { return write_on(descriptor, parts, count); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
    struct iovec part = {(void *)(uintptr_t)bytes, count};
    return write_on(descriptor, &part, 1);
}

int ftruncate(int descriptor, off_t size) {
    if (!is_file(descriptor)) return (int)syscall(SYS_ftruncate, descriptor, size);
    pthread_mutex_lock(&lock);
    int code = (int)syscall(SYS_ftruncate, descriptor, size);
    if (code == 0) record("truncate %lu %lld\n", files[descriptor].inode, (long long)size);
    unlock();
    return code;
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

// Only lock files are reserved, and they are no part of a state; what the tool's model does not know must not pass unseen.
static int reserve(int descriptor, int mode, off_t offset, off_t count) {
    if (is_file(descriptor) && strstr(files[descriptor].path, "lock.mdb") == NULL) {
        fprintf(stderr, "power-loss: fallocate on %s is not in the model\n", files[descriptor].path);
        abort();
    }
    return (int)syscall(SYS_fallocate, descriptor, mode, offset, count);
}

int fallocate(int descriptor, int mode, off_t offset, off_t count) { return reserve(descriptor, mode, offset, count); }
int fallocate64(int descriptor, int mode, off64_t offset, off64_t count) { return reserve(descriptor, mode, offset, count); }
int posix_fallocate(int descriptor, off_t offset, off_t count) { return reserve(descriptor, 0, offset, count) == 0 ? 0 : errno; }

// Flushing

static int flush(int descriptor, long call) {
    if (trace < 0 || descriptor < 0 || descriptor >= descriptors_max || files[descriptor].kind == 0) return (int)syscall(call, descriptor);
    if (drops_sync) return 0;
    pthread_mutex_lock(&lock);
    int code = (int)syscall(call, descriptor);
    if (code == 0) {
        if (files[descriptor].kind == 1) record("sync %lu\n", files[descriptor].inode);
        else if (!drops_names) record("syncdir %s\n", below(files[descriptor].path));
    }
    unlock();
    return code;
}

int fsync(int descriptor) { return flush(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return flush(descriptor, SYS_fdatasync); }

// Names

int rename(const char *from, const char *to) {
    char source[PATH_MAX], target[PATH_MAX];
    if (trace < 0 || !resolve(from, source) || !resolve(to, target)) return (int)syscall(SYS_rename, from, to);
    pthread_mutex_lock(&lock);
    int code = (int)syscall(SYS_rename, from, to);
    if (code == 0) record("rename %s\n%s\n", below(source), below(target));
    unlock();
    return code;
}

int unlink(const char *path) {
    char resolved[PATH_MAX];
    if (trace < 0 || !resolve(path, resolved)) return (int)syscall(SYS_unlink, path);
    pthread_mutex_lock(&lock);
    int code = (int)syscall(SYS_unlink, path);
    if (code == 0) record("unlink %s\n", below(resolved));
    unlock();
    return code;
}

int rmdir(const char *path) {
    char resolved[PATH_MAX];
    if (trace < 0 || !resolve(path, resolved)) return (int)syscall(SYS_rmdir, path);
    pthread_mutex_lock(&lock);
    int code = (int)syscall(SYS_rmdir, path);
    if (code == 0) record("unlink %s\n", below(resolved));
    unlock();
    return code;
}

int remove(const char *path) {
    if (unlink(path) == 0) return 0;
    return errno == EISDIR || errno == EPERM ? rmdir(path) : -1;
}

int mkdir(const char *path, mode_t mode) {
    char resolved[PATH_MAX];
    if (trace < 0 || !resolve(path, resolved)) return (int)syscall(SYS_mkdir, path, mode);
    pthread_mutex_lock(&lock);
    int code = (int)syscall(SYS_mkdir, path, mode);
    if (code == 0) record("mkdir %s\n", below(resolved));
    unlock();
    return code;
}

int renameat(int source, const char *from, int target, const char *to) {
    char one[PATH_MAX], other[PATH_MAX];
    const char *absolute = at(source, from, one), *target_path = at(target, to, other);
    return absolute && target_path ? rename(absolute, target_path) : (int)syscall(SYS_renameat, source, from, target, to);
}

int unlinkat(int folder, const char *path, int flags) {
    char whole[PATH_MAX];
    const char *absolute = at(folder, path, whole);
    if (absolute == NULL) return (int)syscall(SYS_unlinkat, folder, path, flags);
    return flags & AT_REMOVEDIR ? rmdir(absolute) : unlink(absolute);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    char whole[PATH_MAX];
    const char *absolute = at(folder, path, whole);
    return absolute ? mkdir(absolute, mode) : (int)syscall(SYS_mkdirat, folder, path, mode);
}

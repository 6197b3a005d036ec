/* For the registers of a fault. */
#define _GNU_SOURCE

#include "integrity.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

/* More stores than a program opens at once: a fault in a further one counts as a defect. */
#define DAYBOOK_MAPS 64

static struct {
    _Atomic(const void *) store;
    atomic_int descriptor;
} maps[DAYBOOK_MAPS];

/* The code of the library that reads the maps, in its two sections. */
static struct {
    _Atomic uintptr_t begin, end;
} code[2];
static atomic_bool has_asserted;

void daybook_note_map(const void *store, int descriptor) {
    for (int pass = 0; pass < 2; pass++)
        for (int index = 0; index < DAYBOOK_MAPS; index++) {
            const void *expected = pass == 0 ? store : NULL;
            if (!atomic_compare_exchange_strong(&maps[index].store, &expected, store)) continue;
            atomic_store(&maps[index].descriptor, descriptor);
            return;
        }
}

void daybook_forget_map(const void *store) {
    for (int index = 0; index < DAYBOOK_MAPS; index++)
        if (atomic_load(&maps[index].store) == store) atomic_store(&maps[index].store, NULL);
}

void daybook_note_assertion(void) { atomic_store(&has_asserted, 1); }

static _Atomic uint64_t position_noted;

void daybook_note_commit(uint64_t position) { atomic_store(&position_noted, position); }

size_t daybook_noted_commit(char digits[20]) {
    uint64_t rest = atomic_load(&position_noted);
    size_t count = 0;
    for (uint64_t left = rest; left > 0; left /= 10) count++;
    for (size_t index = count; index > 0; index--, rest /= 10) digits[index - 1] = (char)('0' + rest % 10);
    return count;
}

/* More than the code before the first function that is noted, and behind the last one. */
#define DAYBOOK_CODE_NEAR (16 << 10)

void daybook_note_library(int section, const void *first, const void *last) {
    atomic_store(&code[section].begin, (uintptr_t)first - DAYBOOK_CODE_NEAR);
    atomic_store(&code[section].end, (uintptr_t)last + DAYBOOK_CODE_NEAR);
}

static int is_in_library(uintptr_t address) {
    for (int section = 0; section < 2; section++)
        if (address >= atomic_load(&code[section].begin) && address < atomic_load(&code[section].end)) return 1;
    return 0;
}

static uintptr_t instruction(const ucontext_t *state) {
#if defined(__x86_64__)
    return (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return state->uc_mcontext.pc;
#else
    (void)state;
    return 0;
#endif
}

static uintptr_t stack(const ucontext_t *state) {
#if defined(__x86_64__)
    return (uintptr_t)state->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return state->uc_mcontext.sp;
#else
    (void)state;
    return 0;
#endif
}

/* The caller of a function that keeps nothing on the stack, as the C library's that compare and copy. */
static uintptr_t caller(const ucontext_t *state) {
#if defined(__x86_64__)
    return *(const uintptr_t *)stack(state);
#elif defined(__aarch64__)
    return state->uc_mcontext.regs[30];
#else
    (void)state;
    return 0;
#endif
}

/* The end of the stack, which a deep call passes. */
#define DAYBOOK_STACK_NEAR (1 << 20)
/* A value that ends behind the map faults right behind it. */
#define DAYBOOK_MAP_NEAR 4096

/* Whether an address lies in a map of a file, by the rows of /proc/self/maps: "begin-end mode offset device:device inode". Source: proc(5). */
static int is_mapped(uintptr_t address, uint64_t inode) {
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    uint64_t words[7] = {0};
    int word = 0, is_found = 0;
    char bytes[4096];
    for (ssize_t count; file >= 0 && !is_found && (count = read(file, bytes, sizeof bytes)) > 0;)
        for (ssize_t index = 0; index < count; index++) {
            char byte = bytes[index];
            if (byte == '\n') {
                is_found |= words[6] == inode && address >= words[0] && address < words[1] + DAYBOOK_MAP_NEAR;
                for (word = 6; word > 0; word--) words[word] = 0;
                words[0] = 0;
            } else if (byte == ' ' || (byte == '-' && word == 0) || (byte == ':' && word == 4)) {
                word++;
            } else if (word < 7) {
                unsigned digit = byte <= '9' ? (unsigned)byte - '0' : (unsigned)byte - 'a' + 10;
                words[word] = words[word] * (word == 6 ? 10 : 16) + digit;
            }
        }
    if (file >= 0) close(file);
    return is_found;
}

int daybook_fault_in_store(const void *information, const void *context) {
    const siginfo_t *info = information;
    if (info->si_signo == SIGABRT) return atomic_load(&has_asserted);
    /* A signal that a process sent, and no fault. */
    if (info->si_code <= 0) return 0;
    if (info->si_signo != SIGSEGV && info->si_signo != SIGBUS) return 0;
    uintptr_t address = (uintptr_t)info->si_addr;
    int is_open = 0;
    for (int index = 0; index < DAYBOOK_MAPS; index++) {
        if (!atomic_load(&maps[index].store)) continue;
        is_open = 1;
        struct stat status;
        if (fstat(atomic_load(&maps[index].descriptor), &status) == 0 && is_mapped(address, status.st_ino)) return 1;
    }
    if (!is_open) return 0;
    if (is_in_library(instruction(context))) return 1;
    /* A deep call is none, and leaves no stack to read. */
    uintptr_t top = stack(context), distance = address > top ? address - top : top - address;
    return distance >= DAYBOOK_STACK_NEAR && is_in_library(caller(context));
}

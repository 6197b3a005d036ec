/* For dl_iterate_phdr(3) and the registers of a fault. */
#define _GNU_SOURCE

#include "integrity.h"

#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <ucontext.h>

/* More stores than a program opens at once: a fault in a further one counts as a defect. */
#define DAYBOOK_MAPS 64

static struct {
    _Atomic(const void *) store;
    _Atomic uintptr_t begin, end;
} maps[DAYBOOK_MAPS];

/* The code of the library that reads the maps. */
static _Atomic uintptr_t code_begin, code_end;
static atomic_bool has_asserted;

void daybook_note_map(const void *store, const void *address, size_t byte_count) {
    for (int pass = 0; pass < 2; pass++)
        for (int index = 0; index < DAYBOOK_MAPS; index++) {
            const void *expected = pass == 0 ? store : NULL;
            if (!atomic_compare_exchange_strong(&maps[index].store, &expected, store)) continue;
            atomic_store(&maps[index].begin, (uintptr_t)address);
            atomic_store(&maps[index].end, (uintptr_t)address + byte_count);
            return;
        }
}

void daybook_forget_map(const void *store) {
    for (int index = 0; index < DAYBOOK_MAPS; index++)
        if (atomic_load(&maps[index].store) == store) {
            atomic_store(&maps[index].end, 0);
            atomic_store(&maps[index].store, NULL);
        }
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

/* Notes the executable segment with the function whose address it gets. */
static int note_segment(struct dl_phdr_info *object, size_t size, void *function) {
    (void)size;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        uintptr_t begin = object->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type != PT_LOAD || (uintptr_t)function < begin || (uintptr_t)function >= end) continue;
        atomic_store(&code_begin, begin);
        atomic_store(&code_end, end);
        return 1;
    }
    return 0;
}

void daybook_note_library(const void *function) { (void)dl_iterate_phdr(note_segment, (void *)function); }

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

/* The end of the stack, which a deep call passes. */
#define DAYBOOK_STACK_NEAR (1 << 20)

int daybook_fault_in_store(const void *information, const void *context) {
    const siginfo_t *info = information;
    if (info->si_signo == SIGABRT) return atomic_load(&has_asserted);
    /* A signal that a process sent, and no fault. */
    if (info->si_code <= 0) return 0;
    if (info->si_signo != SIGSEGV && info->si_signo != SIGBUS) return 0;
    uintptr_t address = (uintptr_t)info->si_addr;
    for (int index = 0; index < DAYBOOK_MAPS; index++)
        if (address >= atomic_load(&maps[index].begin) && address < atomic_load(&maps[index].end)) return 1;
    uintptr_t code = instruction(context), top = stack(context);
    if (code >= atomic_load(&code_begin) && code < atomic_load(&code_end)) return 1;
    /* The C library compares and copies for that library: a wild pointer of a damaged page. A deep call is none. */
    uintptr_t distance = address > top ? address - top : top - address;
    if (distance < DAYBOOK_STACK_NEAR) return 0;
    for (int index = 0; index < DAYBOOK_MAPS; index++)
        if (atomic_load(&maps[index].store)) return 1;
    return 0;
}

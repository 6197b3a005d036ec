/* For madvise(2) and its large pages, which C11 alone does not know. */
#define _DEFAULT_SOURCE

#include "process.h"

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef __GLIBC__

/* As much as a list of very many rows takes of one thread's heap. Below the size from which a block would get pages of its own. */
#define DAYBOOK_HEAP_ROOM ((size_t)24 << 20)

/* Lets the kernel give what comes next of the calling thread's heap in large pages: a page fault for each 2 MiB that is touched, not for each
   4 KiB. The block goes straight back to the heap, which keeps it (M_TRIM_THRESHOLD), and nothing of it is touched here. A kernel without
   large pages refuses the advice, and all is as it was. */
static void advise_large_pages(void) {
    const uintptr_t large = (uintptr_t)2 << 20;
    void *room = malloc(DAYBOOK_HEAP_ROOM);
    if (!room) return;
    uintptr_t start = ((uintptr_t)room + large - 1) & ~(large - 1);
    uintptr_t end = ((uintptr_t)room + DAYBOOK_HEAP_ROOM) & ~(large - 1);
    (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
    free(room);
}

static void *advise_of_thread(void *unused) {
    advise_large_pages();
    return unused;
}

#endif

void daybook_settle_heap(void) {
#ifdef __GLIBC__
    /* Room is asked of the system in steps of 4 MiB (of which only what is touched is memory), and not given back between two lists. */
    mallopt(M_TOP_PAD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    /* Long arrays come from the heap, too: pages of their own would be made, cleared and unmade for each. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    advise_large_pages();
    /* A second thread has a heap of its own, which the next one takes over when it ends. */
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) == 0) {
        if (pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0) (void)pthread_create(&thread, &attributes, advise_of_thread, NULL);
        pthread_attr_destroy(&attributes);
    }
#endif
}

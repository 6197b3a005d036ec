/* For the signal sets of process.h, which C11 alone does not know. */
#define _POSIX_C_SOURCE 200809L

#include "process.h"

#include <malloc.h>
#include <stdlib.h>

void daybook_settle_heap(void) {
#ifdef __GLIBC__
    /* Room is asked of the system in steps of 4 MiB (of which only what is touched is memory), and not given back between two lists.
       Not in large pages: where a host takes back what its guest does not use, each of them comes forty times as slowly after some idle seconds. */
    mallopt(M_TOP_PAD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    /* Long arrays come from the heap, too: pages of their own would be made, cleared and unmade for each. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

void daybook_ask_heap(size_t byte_count) {
    /* Through a volatile pointer: what is asked for and given back unused, a compiler leaves out. */
    void *volatile room = malloc(byte_count);
    free(room);
}

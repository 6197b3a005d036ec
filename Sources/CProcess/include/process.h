#ifndef DAYBOOK_PROCESS_H
#define DAYBOOK_PROCESS_H

/* Sets the heap of this process to the ways of a program that answers one question and ends. To be called before other threads begin;
   a program that embeds the library keeps its own. Elsewhere than in glibc it does nothing. A thread that it begins for the heap of later
   ones ends by itself. Source: mallopt(3), madvise(2). */
void daybook_settle_heap(void);

/* Lets the disk begin with what was written to a file, so that a later fsync has less to wait for; promises nothing, and what is no file is
   left alone. Source: sync_file_range(2). */
void daybook_begin_writing_out(int descriptor);

#endif

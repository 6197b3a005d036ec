#ifndef DAYBOOK_PROCESS_H
#define DAYBOOK_PROCESS_H

#include <signal.h>

/* The variables of this process, each "NAME=value", a null pointer after the last. Source: environ(7). */
char *const *daybook_variables(void);

/* Makes a pipe, the end to read from first, that no process keeps which another thread starts meanwhile. Returns 0, or -1 and errno.
   Source: pipe2(2). */
int daybook_pipe(int ends[2]);

/* Lets the disk begin with what was written to a file, so that a later fsync has less to wait for; promises nothing, and what is no file is
   left alone. Source: sync_file_range(2). */
void daybook_begin_writing_out(int descriptor);

/* Locks the byte of an open file at an offset against every other open file description, until it is unlocked or this process ends, however it
   ends; no child that is started keeps it. Returns 0, or -1 and errno, EAGAIN where another one holds it. Source: fcntl_locking(2), F_OFD_SETLK. */
int daybook_lock_byte(int descriptor, long long offset);
int daybook_unlock_byte(int descriptor, long long offset);

/* Keeps SIGINT and SIGTERM from ending the process: from now on they wait for daybook_wait. `before` takes the calling thread's mask as it was.
   Threads that begin later wait alike. Returns a descriptor for daybook_wait, or -1 and errno. Source: signalfd(2). */
int daybook_hold_signals(sigset_t *before);

/* Waits until one of these signals has come, and returns its number; returns 0 once `input` has something to read,
   or so many milliseconds have passed. Either may be -1: none. A signal that this program ignores, as shells ask of
   a job in the background, does not count. Source: poll(2), signalfd(2). */
int daybook_signal_or_input(int descriptor, int input, int milliseconds);

/* Restores the mask and closes the descriptor. Consumes a pending signal first, because the caller has handled it. */
void daybook_release_signals(int descriptor, const sigset_t *before);

/* Sleeps until one of these signals, which it returns 1 for, or so many milliseconds have passed, whatever the wall clock does. It may wake
   early. Source: poll(2). */
int daybook_wait(int descriptor, int milliseconds);

#endif

/* For syscall(2), which C11 alone does not know. */
#define _DEFAULT_SOURCE

#include "process.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long a kernel without pidfd_open(2), which is older than Linux 5.3, lets the end of a child wait. */
#define DAYBOOK_CHILD_STEP 100

static void ending(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

int daybook_hold_signals(sigset_t *before) {
    sigset_t set;
    ending(&set);
    int code = pthread_sigmask(SIG_BLOCK, &set, before);
    if (code != 0) return -1;
    int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor < 0) pthread_sigmask(SIG_SETMASK, before, NULL);
    return descriptor;
}

void daybook_release_signals(int descriptor, const sigset_t *before) {
    struct signalfd_siginfo information;
    while (read(descriptor, &information, sizeof information) == sizeof information) {}
    close(descriptor);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

int daybook_signal_or_input(int descriptor, int input, int milliseconds) {
    struct pollfd files[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = input, .events = POLLIN}};
    while (poll(files, 2, milliseconds) > 0 && files[0].revents) {
        struct signalfd_siginfo information;
        struct sigaction action;
        if (read(descriptor, &information, sizeof information) != sizeof information) continue;
        if (sigaction((int)information.ssi_signo, NULL, &action) == 0 && action.sa_handler == SIG_IGN) continue;
        return (int)information.ssi_signo;
    }
    return 0;
}

static int child_descriptor(pid_t child) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, child, 0);
#else
    (void)child;
    return -1;
#endif
}

enum daybook_wake daybook_wait(int descriptor, pid_t child, int milliseconds) {
    struct pollfd files[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (child > 0) files[1].fd = child_descriptor(child);
    if (child > 0 && files[1].fd < 0 && milliseconds > DAYBOOK_CHILD_STEP) milliseconds = DAYBOOK_CHILD_STEP;
    int count = poll(files, 2, milliseconds);
    if (files[1].fd >= 0) close(files[1].fd);
    if (count > 0 && files[0].revents) {
        struct signalfd_siginfo information;
        if (read(descriptor, &information, sizeof information) == sizeof information) return DAYBOOK_WAKE_ASKED;
    }
    return child > 0 && (count <= 0 || files[1].revents) ? DAYBOOK_WAKE_CHILD : DAYBOOK_WAKE_TIME;
}

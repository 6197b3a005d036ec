/* For sigset_t and its kin, which C11 alone does not know. */
#define _DEFAULT_SOURCE

#include "process.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

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

int daybook_wait(int descriptor, int milliseconds) {
    struct pollfd file = {.fd = descriptor, .events = POLLIN};
    struct signalfd_siginfo information;
    return poll(&file, 1, milliseconds) > 0 && read(descriptor, &information, sizeof information) == sizeof information;
}

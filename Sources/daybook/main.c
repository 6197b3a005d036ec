#include "entry.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* With less, a deep call ends the program by a fault. */
#define STACK_MINIMUM (256 << 10)

static int is_short_of_stack(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_MINIMUM;
}

static int end_short_of_stack(int count, char **values) {
    const char *message =
        "error: The stack of this process is limited to less than 256 KB.\n"
        "hint: Nothing was changed. Raise the limit (ulimit -s 8192), then run the command again.\n";
    for (int index = 1; index < count; index++)
        if (strcmp(values[index], "--json") == 0)
            message =
                "{\"error\":{\"code\":\"process.smallStack\",\"message\":\"The stack of this process is limited to less than 256 KB.\","
                "\"hint\":\"Nothing was changed. Raise the limit (ulimit -s 8192), then run the command again.\"}}\n";
    (void)!write(2, message, strlen(message));
    return 75;
}

/* The arguments come from here: the Swift runtime reads them from /proc, which a container may lack. */
int main(int count, char **values) {
    if (is_short_of_stack()) return end_short_of_stack(count, values);
    return daybook_main(count, values);
}

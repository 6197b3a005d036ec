#ifndef DAYBOOK_CLIBCRYPTO_SHIM_H
#define DAYBOOK_CLIBCRYPTO_SHIM_H
/* SHA256_Init/Update/Final are the fastest way in: no allocation a call. OpenSSL 3 marks them deprecated in favour of
   EVP, which costs about 30 ns more each time; they are part of the stable interface all the same. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <openssl/evp.h>
#include <openssl/err.h>
#include <errno.h>

/* Forgets what this thread's earlier calls left. */
static inline void daybook_forget_errors(void) {
    ERR_clear_error();
    errno = 0;
}

/* 1 where a call on this thread failed for lack of memory. Behind that, libcrypto often names another reason, or none. Empties its queue. */
static inline int daybook_lacked_memory(void) {
    int lacked = errno == ENOMEM;
    for (unsigned long code; (code = ERR_get_error()) != 0;) lacked |= ERR_GET_REASON(code) == ERR_R_MALLOC_FAILURE;
    return lacked;
}
#endif

#ifndef DAYBOOK_CLIBCRYPTO_SHIM_H
#define DAYBOOK_CLIBCRYPTO_SHIM_H
/* SHA256_Init/Update/Final are the fastest way in: no allocation a call. OpenSSL 3 marks them deprecated in favour of
   EVP, which costs about 30 ns more each time; they are part of the stable interface all the same. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <openssl/evp.h>
#include <openssl/err.h>
#endif

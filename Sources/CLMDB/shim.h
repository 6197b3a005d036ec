#ifndef DAYBOOK_CLMDB_SHIM_H
#define DAYBOOK_CLMDB_SHIM_H
#include <lmdb.h>
#endif

#ifndef JEMSCOPE_MALLOC_NAME_H
#define JEMSCOPE_MALLOC_NAME_H

/* The allocator behind the program's malloc and its version: "glibc 2.36", "jemalloc 5.3.0", "tcmalloc 2.10",
   "mimalloc 2.0.9"; of others the file name of its library. Found when this library was loaded. */
const char *malloc_name(void);

#endif

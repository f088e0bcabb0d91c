package io.jemscope.agent.rss;

/** What a mapping is for, as far as its address, its name and the way it was made tell. */
enum MappingKind {
    /** In the range that the collector reserved, or ZGC's memory file. */
    JAVA_HEAP,
    /** In the range of the JIT compilers' code. */
    CODE_CACHE,
    /** The archive of shared classes, and the AOT cache of JDK 24 and later. */
    CDS_ARCHIVE,
    /** A thread's stack: writable memory right behind guard pages. */
    THREAD_STACK,
    /** Anonymous memory made as jemalloc makes it, with {@code MAP_NORESERVE}. */
    UNRESERVED,
    /** A heap of an arena of the C library's own malloc, other than the first. */
    C_LIBRARY_HEAP,
    /** Code and data of libraries and of the executable. */
    LIBRARY,
    /** Jars, and the JDK's image of modules. */
    JAR,
    /** Memory that processes may share: {@code /dev/shm}, memory files, System V's. */
    SHARED_MEMORY,
    /** Other files. */
    FILE,
    /** What {@code brk} has made: the first heap of the C library's own malloc. */
    PROGRAM_BREAK,
    /** Other anonymous memory: metaspace, the collector's tables, what libraries map. */
    ANONYMOUS,
    /** The kernel's own pages in each process. */
    KERNEL
}

/*
 * The JNI library of JniLeak: leaks with each allocating function of C. Each is called in its own function, so that tests can
 * compare the native function's name in a report, too. plants_new.cpp uses C++'s new. And that of the programs of known truth:
 * malloc, glibc's own, and memory that isn't malloc's. And that of Guest, which frees what it allocates, and of MappingLeak, which has no block of malloc's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A global, since the compiler may remove an allocation whose result is not stored. */
void *volatile plants_last;

static void *touched(void *block) {
    if (block == NULL) {
        abort();
    }
    memset(block, 1, 64);
    plants_last = block;
    return block;
}

__attribute__((noinline)) static void plants_malloc(size_t bytes) {
    touched(malloc(bytes));
}

__attribute__((noinline)) static void plants_calloc(size_t bytes) {
    touched(calloc(1, bytes));
}

__attribute__((noinline)) static void plants_realloc(size_t bytes) {
    void *small = touched(malloc(1009));
    touched(realloc(small, bytes));
}

__attribute__((noinline)) static void plants_posix_memalign(size_t bytes) {
    void *block = NULL;
    if (posix_memalign(&block, 64, bytes) != 0) {
        abort();
    }
    touched(block);
}

__attribute__((noinline)) static void plants_aligned_alloc(size_t bytes) {
    touched(aligned_alloc(4096, bytes));
}

/* glibc's allocator by its other name, which a preloaded allocator doesn't take. */
static void plants_glibc(size_t bytes) {
    void *(*allocate)(size_t) = NULL;
    *(void **)&allocate = dlsym(RTLD_DEFAULT, "__libc_malloc");
    if (allocate == NULL) {
        abort();
    }
    void *block = allocate(bytes);
    if (block == NULL) {
        abort();
    }
    memset(block, 1, bytes);
    plants_last = block;
}

static void plants_mmap(size_t bytes) {
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
        abort();
    }
    memset(block, 1, bytes);
    plants_last = block;
}

static void plants_churn(size_t blocks) {
    for (size_t i = 0; i < blocks; i++) {
        void *block = touched(malloc(100 + i % 1009));
        block = touched(realloc(block, 1000 + i % 2003));
        plants_last = NULL;
        free(block);
    }
}

/* As allocators do for an aligned block: half of the mapping is unmapped again, at both ends. */
static void plants_mmap_trimmed(size_t bytes) {
    char *block = mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED || munmap(block, bytes / 2) != 0 || munmap(block + bytes / 2 + bytes, bytes - bytes / 2) != 0) {
        abort();
    }
    touched(block + bytes / 2);
}

/* A quarter is mapped; it grows. */
static void plants_mremap(size_t bytes) {
    void *block = mmap(NULL, bytes / 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED || (block = mremap(block, bytes / 4, bytes, MREMAP_MAYMOVE)) == MAP_FAILED) {
        abort();
    }
    touched(block);
}

/* Nothing of it is left. */
static void plants_munmap(size_t bytes) {
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED || munmap(touched(block), bytes) != 0) {
        abort();
    }
}

#define PLANT(name, function)                                                                                          \
    JNIEXPORT void JNICALL Java_io_jemscope_testkit_##name(JNIEnv *env, jclass type, jlong bytes) {                    \
        (void)env;                                                                                                     \
        (void)type;                                                                                                    \
        function((size_t)bytes);                                                                                       \
    }

PLANT(leaks_JniLeak_malloc, plants_malloc)
PLANT(leaks_JniLeak_calloc, plants_calloc)
PLANT(leaks_JniLeak_realloc, plants_realloc)
PLANT(leaks_JniLeak_posixMemalign, plants_posix_memalign)
PLANT(leaks_JniLeak_alignedAlloc, plants_aligned_alloc)
PLANT(programs_Guest_churn, plants_churn)
PLANT(leaks_MappingLeak_map, plants_mmap)
PLANT(leaks_MappingLeak_mapTrimmed, plants_mmap_trimmed)
PLANT(leaks_MappingLeak_mapAndGrow, plants_mremap)
PLANT(leaks_MappingLeak_mapAndUnmap, plants_munmap)
PLANT(truth_Plants_malloc, plants_malloc)
PLANT(truth_Plants_glibcMalloc, plants_glibc)
PLANT(truth_Plants_mmap, plants_mmap)

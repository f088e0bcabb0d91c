/*
 * The JNI library of JniLeak: allocates in every way that C has, and forgets. The functions have names of their own, so
 * that a report can be seen to name the native function too. plants_new.cpp has C++'s way.
 */
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A global that the compiler must store to: else it may leave out an allocation nobody uses. */
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

#define PLANT(name, function)                                                                                          \
    JNIEXPORT void JNICALL Java_io_jemscope_testkit_leaks_JniLeak_##name(JNIEnv *env, jclass type, jlong bytes) {      \
        (void)env;                                                                                                     \
        (void)type;                                                                                                    \
        function((size_t)bytes);                                                                                       \
    }

PLANT(malloc, plants_malloc)
PLANT(calloc, plants_calloc)
PLANT(realloc, plants_realloc)
PLANT(posixMemalign, plants_posix_memalign)
PLANT(alignedAlloc, plants_aligned_alloc)

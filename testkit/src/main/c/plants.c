/*
 * The JNI library of JniLeak: leaks with each allocating function of C. Each is called in its own function, so that tests can
 * compare the native function's name in a report, too. plants_new.cpp uses C++'s new.
 */
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

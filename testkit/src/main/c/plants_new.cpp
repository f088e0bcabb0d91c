// The C++ part of the JNI library of JniLeak.
#include <jni.h>
#include <cstddef>

namespace plants {

// A global, since the compiler may remove an allocation whose result is not stored.
char *volatile last;

__attribute__((noinline)) void leak_with_new(std::size_t bytes) {
    last = new char[bytes];
    last[0] = 1;
}

} // namespace plants

extern "C" JNIEXPORT void JNICALL Java_io_jemscope_testkit_leaks_JniLeak_operatorNew(JNIEnv *, jclass, jlong bytes) {
    plants::leak_with_new(static_cast<std::size_t>(bytes));
}

/* How much of the program's Java heap is free: an agent that took the last of it would end the program. */

#include "heap_room.h"

#include <stddef.h>
#include <time.h>

#include "calls.h"

/* Of the heap, and at most: what is counted as free and can't be had, such as what survivors are copied to. */
enum { UNUSABLE_SHARE = 16, MOST_UNUSABLE = 16 << 20 };

/* After so many looks without room, 20 ms apart, there is none. */
enum { LOOKS = 50, BETWEEN_LOOKS_NANOS = 20 * 1000 * 1000 };

/* A figure of java.lang.Runtime; -1 where it isn't told. */
static jlong figure(JNIEnv *jni, jclass type, jobject runtime, const char *name) {
  jmethodID method = (*jni)->GetMethodID(jni, type, name, "()J");
  jlong bytes = method == NULL ? -1 : (*jni)->CallLongMethod(jni, runtime, method);
  return (*jni)->ExceptionCheck(jni) ? -1 : bytes;
}

static bool has_room_now(JNIEnv *jni, jlong bytes, jlong *free_kib) {
  jclass type = (*jni)->FindClass(jni, "java/lang/Runtime");
  jmethodID get = type == NULL ? NULL : (*jni)->GetStaticMethodID(jni, type, "getRuntime", "()Ljava/lang/Runtime;");
  jobject runtime = get == NULL ? NULL : calls_static_object(jni, type, get);
  jlong most = runtime == NULL ? -1 : figure(jni, type, runtime, "maxMemory");
  jlong total = most < 0 ? -1 : figure(jni, type, runtime, "totalMemory");
  jlong unused = total < 0 ? -1 : figure(jni, type, runtime, "freeMemory");
  (*jni)->ExceptionClear(jni);
  (*jni)->DeleteLocalRef(jni, runtime);
  (*jni)->DeleteLocalRef(jni, type);
  if (unused < 0) {
    return true;
  }
  jlong unusable = most / UNUSABLE_SHARE < MOST_UNUSABLE ? most / UNUSABLE_SHARE : MOST_UNUSABLE;
  jlong usable = most - total + unused - unusable;
  *free_kib = usable < 0 ? 0 : usable / 1024;
  return usable >= bytes;
}

bool heap_has_room(JNIEnv *jni, jlong bytes, jlong *free_kib) {
  for (int looks = 1; looks < LOOKS; looks++) {
    if (has_room_now(jni, bytes, free_kib)) {
      return true;
    }
    nanosleep(&(struct timespec){.tv_nsec = BETWEEN_LOOKS_NANOS}, NULL);
  }
  return has_room_now(jni, bytes, free_kib);
}

#ifndef JEMSCOPE_HEAP_ROOM_H
#define JEMSCOPE_HEAP_ROOM_H

#include <jni.h>
#include <stdbool.h>

/*
 * Whether so many bytes of the Java heap can be taken without filling it up; where not, 'free_kib' says how much is free.
 * Garbage counts as used until it is collected, so this waits for room, a second at most. True where the JVM doesn't tell.
 * Allocates nothing in the heap.
 */
bool heap_has_room(JNIEnv *jni, jlong bytes, jlong *free_kib);

#endif

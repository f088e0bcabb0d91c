#ifndef JEMSCOPE_HEAP_ROOM_H
#define JEMSCOPE_HEAP_ROOM_H

#include <jni.h>
#include <stdbool.h>

/*
 * Whether so many bytes of the Java heap can be taken without the program's coming to the end of it, as far as can be
 * told without a collection; where not, 'free_kib' says how much there is. True where the JVM doesn't tell. Allocates
 * nothing there.
 */
bool heap_has_room(JNIEnv *jni, jlong bytes, jlong *free_kib);

#endif

/**
 * jemalloc's interface in Java: controls by name and type, options and their sources, statistics, and dumps. The native library's JNI
 * methods call jemalloc.
 */
@NullMarked
package io.jemscope.allocator;

import org.jspecify.annotations.NullMarked;

/**
 * The allocator as Java sees it: jemalloc's controls by name and type, its options and where each came from, its
 * statistics, its dumps. Binding to jemalloc is by the native library's own JNI methods.
 */
@NullMarked
package io.jemscope.allocator;

import org.jspecify.annotations.NullMarked;

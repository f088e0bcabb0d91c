/**
 * Heap dumps as jemalloc writes them ({@code heap_v2}), the older text forms of its relatives, and the names beside them.
 */
@NullMarked
package io.jemscope.profile.jemalloc;

import org.jspecify.annotations.NullMarked;

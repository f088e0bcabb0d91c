/** The address space of a running process, as Linux shows it in {@code /proc}. */
@NullMarked
package io.jemscope.symbols.maps;

import org.jspecify.annotations.NullMarked;

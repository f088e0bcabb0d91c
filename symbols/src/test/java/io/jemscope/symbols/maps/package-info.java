/** Tests of reading a process's maps. */
@NullMarked
package io.jemscope.symbols.maps;

import org.jspecify.annotations.NullMarked;

/** Tests of debug information: small programs, compiled in every form at hand, against the system's own tools. */
@NullMarked
package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.NullMarked;

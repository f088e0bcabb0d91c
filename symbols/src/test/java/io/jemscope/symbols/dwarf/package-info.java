/** Tests of debug information: small programs, compiled in many ways, compared with llvm-symbolizer and addr2line. */
@NullMarked
package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.NullMarked;

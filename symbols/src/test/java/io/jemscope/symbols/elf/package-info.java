/** Tests of reading ELF files. */
@NullMarked
package io.jemscope.symbols.elf;

import org.jspecify.annotations.NullMarked;

/**
 * ELF files as far as naming functions needs them: segments, symbol tables, build ids and links to debug files. Reads
 * files and nothing else; knows no process and no profile but its build id.
 */
@NullMarked
package io.jemscope.symbols.elf;

import org.jspecify.annotations.NullMarked;

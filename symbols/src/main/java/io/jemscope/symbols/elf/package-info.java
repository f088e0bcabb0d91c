/**
 * Reads from ELF files what naming functions needs: segments, symbol tables, build ids and links to debug files. Knows
 * nothing of processes or profiles, except for the class of build ids.
 */
@NullMarked
package io.jemscope.symbols.elf;

import org.jspecify.annotations.NullMarked;

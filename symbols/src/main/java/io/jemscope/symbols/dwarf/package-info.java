/**
 * Debug information: from an address to its source line and to the functions that were inlined there. Takes the sections
 * of files and gives lines; knows no process and no profile. Loaded only where lines are asked for.
 */
@NullMarked
package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.NullMarked;

/**
 * Reads debug information: source lines and inlined functions of addresses. Knows nothing of processes or profiles. Loaded
 * only for reports with source lines.
 */
@NullMarked
package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.NullMarked;

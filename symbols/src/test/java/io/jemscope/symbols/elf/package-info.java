@NullMarked
package io.jemscope.symbols.elf;

import org.jspecify.annotations.NullMarked;

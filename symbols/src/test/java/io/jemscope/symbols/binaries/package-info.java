@NullMarked
package io.jemscope.symbols.binaries;

import org.jspecify.annotations.NullMarked;

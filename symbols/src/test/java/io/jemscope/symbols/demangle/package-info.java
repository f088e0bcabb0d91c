@NullMarked
package io.jemscope.symbols.demangle;

import org.jspecify.annotations.NullMarked;

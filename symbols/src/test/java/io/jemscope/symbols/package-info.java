@NullMarked
package io.jemscope.symbols;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.symbols.cache;

import org.jspecify.annotations.NullMarked;

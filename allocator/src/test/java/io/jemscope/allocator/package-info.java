@NullMarked
package io.jemscope.allocator;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.history;

import org.jspecify.annotations.NullMarked;

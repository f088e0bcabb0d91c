@NullMarked
package io.jemscope.fleet.collect;

import org.jspecify.annotations.NullMarked;

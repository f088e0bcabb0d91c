@NullMarked
package io.jemscope.fleet.sink;

import org.jspecify.annotations.NullMarked;

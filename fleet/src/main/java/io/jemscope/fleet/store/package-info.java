@NullMarked
package io.jemscope.fleet.store;

import org.jspecify.annotations.NullMarked;

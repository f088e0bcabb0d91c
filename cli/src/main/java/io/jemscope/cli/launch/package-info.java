/** How a program is started with jemalloc and the native agent in it. */
@NullMarked
package io.jemscope.cli.launch;

import org.jspecify.annotations.NullMarked;

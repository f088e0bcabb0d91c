/** Checks a recording of the demonstration program against what that program says it planted. */
@NullMarked
package io.jemscope.cli.demo;

import org.jspecify.annotations.NullMarked;

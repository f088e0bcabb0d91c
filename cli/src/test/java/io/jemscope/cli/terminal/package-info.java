@NullMarked
package io.jemscope.cli.terminal;

import org.jspecify.annotations.NullMarked;

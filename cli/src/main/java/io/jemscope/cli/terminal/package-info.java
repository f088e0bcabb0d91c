/** The standard streams that the command talks over. */
@NullMarked
package io.jemscope.cli.terminal;

import org.jspecify.annotations.NullMarked;

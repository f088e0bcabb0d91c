/** Tests of this part of the command. */
@NullMarked
package io.jemscope.cli.launch;

import org.jspecify.annotations.NullMarked;

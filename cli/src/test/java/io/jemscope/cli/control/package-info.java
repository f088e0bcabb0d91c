/** Tests of this part of the command. */
@NullMarked
package io.jemscope.cli.control;

import org.jspecify.annotations.NullMarked;

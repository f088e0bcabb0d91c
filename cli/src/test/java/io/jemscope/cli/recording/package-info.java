/** Tests of this part of the command. */
@NullMarked
package io.jemscope.cli.recording;

import org.jspecify.annotations.NullMarked;

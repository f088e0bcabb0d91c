/** Tests of this part of the command. */
@NullMarked
package io.jemscope.cli.doctor;

import org.jspecify.annotations.NullMarked;

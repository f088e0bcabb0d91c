/** Tests of the command line itself. */
@NullMarked
package io.jemscope.cli;

import org.jspecify.annotations.NullMarked;

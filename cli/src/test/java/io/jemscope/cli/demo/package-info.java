/** Tests of this part of the command. */
@NullMarked
package io.jemscope.cli.demo;

import org.jspecify.annotations.NullMarked;

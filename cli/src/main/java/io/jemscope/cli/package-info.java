/** The jemscope command: one class for each verb, and what they share. */
@NullMarked
package io.jemscope.cli;

import org.jspecify.annotations.NullMarked;

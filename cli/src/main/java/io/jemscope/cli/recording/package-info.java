/** How a program is watched while it runs, and what is made of its dumps in the end. */
@NullMarked
package io.jemscope.cli.recording;

import org.jspecify.annotations.NullMarked;

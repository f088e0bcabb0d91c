/** How the command ends: its exit codes, and the failures that carry them. */
@NullMarked
package io.jemscope.cli.exit;

import org.jspecify.annotations.NullMarked;

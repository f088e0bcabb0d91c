/** Tests. */
@NullMarked
package io.jemscope.cli.attach;

import org.jspecify.annotations.NullMarked;

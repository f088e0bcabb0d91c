/** Tests. */
@NullMarked
package io.jemscope.cli.target;

import org.jspecify.annotations.NullMarked;

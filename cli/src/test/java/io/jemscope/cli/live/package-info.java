/** Tests. */
@NullMarked
package io.jemscope.cli.live;

import org.jspecify.annotations.NullMarked;

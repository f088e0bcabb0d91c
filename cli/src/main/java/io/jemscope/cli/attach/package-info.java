/** Getting the agent into a JVM that runs already. */
@NullMarked
package io.jemscope.cli.attach;

import org.jspecify.annotations.NullMarked;

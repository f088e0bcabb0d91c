/** How the command reaches the agent in a running JVM: descriptors in the runtime folder, and HTTP. */
@NullMarked
package io.jemscope.cli.control;

import org.jspecify.annotations.NullMarked;

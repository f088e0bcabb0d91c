/** The four messages that operators of Traffic Server's memory_profile plugin know. */
@NullMarked
package io.jemscope.agent.plugin;

import org.jspecify.annotations.NullMarked;

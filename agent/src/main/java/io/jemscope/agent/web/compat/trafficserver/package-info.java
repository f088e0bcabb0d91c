/** The four messages that operators of Traffic Server's memory_profile plugin know. */
@NullMarked
package io.jemscope.agent.web.compat.trafficserver;

import org.jspecify.annotations.NullMarked;

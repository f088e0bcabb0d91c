@NullMarked
package io.jemscope.agent.events;

import org.jspecify.annotations.NullMarked;

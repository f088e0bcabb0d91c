@NullMarked
package io.jemscope.agent.mesos;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.web.compat.mesos;

import org.jspecify.annotations.NullMarked;

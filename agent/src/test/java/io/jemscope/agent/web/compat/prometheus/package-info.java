@NullMarked
package io.jemscope.agent.web.compat.prometheus;

import org.jspecify.annotations.NullMarked;

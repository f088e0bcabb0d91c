@NullMarked
package io.jemscope.agent.web.compat.pprof;

import org.jspecify.annotations.NullMarked;

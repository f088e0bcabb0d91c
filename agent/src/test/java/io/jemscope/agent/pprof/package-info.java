@NullMarked
package io.jemscope.agent.pprof;

import org.jspecify.annotations.NullMarked;

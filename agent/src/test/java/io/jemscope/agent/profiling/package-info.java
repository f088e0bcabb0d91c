@NullMarked
package io.jemscope.agent.profiling;

import org.jspecify.annotations.NullMarked;

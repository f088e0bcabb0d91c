@NullMarked
package io.jemscope.agent.threads;

import org.jspecify.annotations.NullMarked;

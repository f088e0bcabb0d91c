@NullMarked
package io.jemscope.agent.history;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.dump;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.dumps;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.rendering;

import org.jspecify.annotations.NullMarked;

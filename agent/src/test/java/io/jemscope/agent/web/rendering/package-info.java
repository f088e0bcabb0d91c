@NullMarked
package io.jemscope.agent.web.rendering;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.web.compat;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.web.errors;

import org.jspecify.annotations.NullMarked;

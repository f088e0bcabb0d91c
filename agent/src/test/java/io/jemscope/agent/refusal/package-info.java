@NullMarked
package io.jemscope.agent.refusal;

import org.jspecify.annotations.NullMarked;

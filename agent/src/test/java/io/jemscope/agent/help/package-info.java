@NullMarked
package io.jemscope.agent.help;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.agent.run;

import org.jspecify.annotations.NullMarked;

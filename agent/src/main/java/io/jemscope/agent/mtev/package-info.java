/** The two addresses that scripts written for libmtev know. */
@NullMarked
package io.jemscope.agent.mtev;

import org.jspecify.annotations.NullMarked;

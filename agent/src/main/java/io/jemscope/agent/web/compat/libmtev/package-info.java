/** The two addresses that scripts written for libmtev know. */
@NullMarked
package io.jemscope.agent.web.compat.libmtev;

import org.jspecify.annotations.NullMarked;

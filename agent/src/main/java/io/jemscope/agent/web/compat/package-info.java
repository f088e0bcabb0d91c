/** The addresses of older systems: libmtev's and Traffic Server's. Those with many have a package of their own below. */
@NullMarked
package io.jemscope.agent.web.compat;

import org.jspecify.annotations.NullMarked;

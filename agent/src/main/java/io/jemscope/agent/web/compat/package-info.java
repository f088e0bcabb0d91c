/** What the interfaces of older systems have in common: dumps made for one answer and deleted with it. */
@NullMarked
package io.jemscope.agent.web.compat;

import org.jspecify.annotations.NullMarked;

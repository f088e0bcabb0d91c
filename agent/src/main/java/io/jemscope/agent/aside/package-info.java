/** Dumps that are made for one answer and gone with it. */
@NullMarked
package io.jemscope.agent.aside;

import org.jspecify.annotations.NullMarked;

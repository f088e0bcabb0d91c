/** What a person or another tool reads of a dump: made from it in the background, and kept beside it. */
@NullMarked
package io.jemscope.agent.web.rendering;

import org.jspecify.annotations.NullMarked;

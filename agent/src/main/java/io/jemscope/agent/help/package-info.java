/** The description of every address, for programs and for people. */
@NullMarked
package io.jemscope.agent.help;

import org.jspecify.annotations.NullMarked;

/** Torture for the hook: nothing may crash or hang, whatever the JVM does meanwhile. */
@NullMarked
package io.jemscope.stress;

import org.jspecify.annotations.NullMarked;

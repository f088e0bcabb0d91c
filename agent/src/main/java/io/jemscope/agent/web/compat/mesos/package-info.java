/**
 * The addresses under /memory-profiler, as Mesos's masters and agents have them: what is asked and answered there is
 * asked and answered here, so that scripts written for them work unchanged. docs/mesos.md tells what differs.
 */
@NullMarked
package io.jemscope.agent.web.compat.mesos;

import org.jspecify.annotations.NullMarked;

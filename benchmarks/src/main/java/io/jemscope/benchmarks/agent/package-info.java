/** What the agent costs a service, by what it is made to do. */
@NullMarked
package io.jemscope.benchmarks.agent;

import org.jspecify.annotations.NullMarked;

/** What the verbs for running JVMs show, fetch and watch. */
@NullMarked
package io.jemscope.cli.live;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.jemscope.fleet.discovery;

import org.jspecify.annotations.NullMarked;

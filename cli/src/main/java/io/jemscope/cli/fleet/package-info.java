@NullMarked
package io.jemscope.cli.fleet;

import org.jspecify.annotations.NullMarked;

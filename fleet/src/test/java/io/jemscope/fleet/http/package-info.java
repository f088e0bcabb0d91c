@NullMarked
package io.jemscope.fleet.http;

import org.jspecify.annotations.NullMarked;

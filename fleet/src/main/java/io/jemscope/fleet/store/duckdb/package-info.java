@NullMarked
package io.jemscope.fleet.store.duckdb;

import org.jspecify.annotations.NullMarked;

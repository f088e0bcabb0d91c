@NullMarked
package io.jemscope.fleet.store.clickhouse;

import org.jspecify.annotations.NullMarked;

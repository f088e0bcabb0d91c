/**
 * Keeps source lines of addresses between runs, by build id, in a folder of the user. All of it can be looked up again, so the
 * folder may be deleted at any time.
 */
@NullMarked
package io.jemscope.symbols.cache;

import org.jspecify.annotations.NullMarked;

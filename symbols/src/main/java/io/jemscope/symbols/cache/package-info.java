/**
 * What was found out about files, kept between runs in a folder of the user's: the source lines of addresses, by build id.
 * Everything in it can be found out again, so it may be deleted at any time.
 */
@NullMarked
package io.jemscope.symbols.cache;

import org.jspecify.annotations.NullMarked;

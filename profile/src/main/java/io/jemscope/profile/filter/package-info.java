/** What of a profile a reader wants to see: samples and frames chosen as pprof chooses them. */
@NullMarked
package io.jemscope.profile.filter;

import org.jspecify.annotations.NullMarked;

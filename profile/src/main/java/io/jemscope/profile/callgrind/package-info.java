/** Profiles for KCachegrind and callgrind_annotate. */
@NullMarked
package io.jemscope.profile.callgrind;

import org.jspecify.annotations.NullMarked;

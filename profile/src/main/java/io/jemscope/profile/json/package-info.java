/** JSON: a profile with everything that is known of it, and the text that other formats are written with. */
@NullMarked
package io.jemscope.profile.json;

import org.jspecify.annotations.NullMarked;

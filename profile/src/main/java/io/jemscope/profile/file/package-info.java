/** Files of any format the model is read from: knows the formats, which know the model, which knows none of them. */
@NullMarked
package io.jemscope.profile.file;

import org.jspecify.annotations.NullMarked;

package io.jemscope.profile.merge;

import io.jemscope.profile.BuildId;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Location;
import io.jemscope.profile.Mapping;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tells one location from another in different processes.
 *
 * @param file the file it lies in; null where that isn't known
 * @param buildId the file's build; null where that isn't known, or the frames tell
 * @param offset where in the file it lies, or its address where no file is known; 0 where the frames tell
 */
record Place(@Nullable String file, @Nullable BuildId buildId, long offset, List<Frame> frames) {

    static Place of(Location location) {
        Mapping mapping = location.mapping();
        String file = mapping == null ? null : mapping.file();
        if (!location.frames().isEmpty()) {
            return new Place(file, null, 0, location.frames());
        }
        if (mapping == null || file == null) {
            return new Place(null, null, location.address(), List.of());
        }
        long offset = location.address() - mapping.start() + mapping.fileOffset();
        return new Place(file, mapping.buildId(), offset, List.of());
    }
}

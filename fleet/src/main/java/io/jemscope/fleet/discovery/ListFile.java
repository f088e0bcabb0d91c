package io.jemscope.fleet.discovery;

import io.jemscope.fleet.http.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents that a file lists, in the form of Prometheus's file_sd_config, see {@link TargetGroups}. The files are read each time.
 *
 * @param token the file with the token of agents for which the list has none; null for no token
 */
public record ListFile(Path file, @Nullable Path token) implements Discovery {

    public ListFile(Path file) {
        this(file, null);
    }

    @Override
    public List<Agent> agents() throws IOException {
        if (Files.size(file) > TargetGroups.MOST_BYTES) {
            throw new IOException(file + " is larger than " + (TargetGroups.MOST_BYTES >> 20)
                    + " MiB. Give each collector a part of the list");
        }
        Path folder = file.toAbsolutePath().getParent();
        return TargetGroups.read(Files.readAllBytes(file), file.toString(), folder, Token.read(token), true);
    }
}

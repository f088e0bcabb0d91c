package io.jemscope.cli.control;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an agent leaves for the command to find: where it listens, and the token that opens it.
 *
 * @param pid the JVM's process id
 * @param address where it listens, such as {@code http://127.0.0.1:40123}, or {@code unix:/tmp/jemscope-0/4711.sock}
 * @param readToken the token that allows only what changes nothing; the other one if the agent has none
 * @param folder where its dumps go
 */
public record AgentDescriptor(long pid, URI address, String token, String readToken, Path folder) {

    private static final int VERSION = 1;

    /** What would lead to a preloaded program that is controlled by a Unix socket: the kernel knows its callers. */
    public static AgentDescriptor ofSocket(long pid, Path socket) {
        Path folder = socket.toAbsolutePath().getParent();
        return new AgentDescriptor(
                pid, URI.create("unix:" + socket.toUri().getRawPath()), "", "", folder == null ? socket : folder);
    }

    /** The Unix socket to talk to; empty where HTTP goes over TCP. */
    public Optional<Path> socket() {
        return "unix".equals(address.getScheme()) ? Optional.of(Path.of(address.getPath())) : Optional.empty();
    }

    /**
     * Reads a descriptor.
     *
     * @param json its text
     * @throws IllegalArgumentException where it is none, or one of a version this command doesn't know
     */
    public static AgentDescriptor read(String json) {
        try {
            JsonObject object = JsonParser.parseString(json).getAsJsonObject();
            if (member(object, "version").getAsInt() != VERSION) {
                throw new IllegalArgumentException("a descriptor of another version");
            }
            String token = member(object, "token").getAsString();
            JsonElement readToken = object.get("readToken");
            return new AgentDescriptor(
                    member(object, "pid").getAsLong(),
                    URI.create(member(object, "address").getAsString()),
                    token,
                    readToken == null ? token : readToken.getAsString(),
                    Path.of(member(object, "folder").getAsString()));
        } catch (JsonParseException | IllegalStateException | UnsupportedOperationException e) {
            throw new IllegalArgumentException("no descriptor of an agent", e);
        }
    }

    private static JsonElement member(JsonObject object, String name) {
        JsonElement member = object.get(name);
        if (member == null) {
            throw new IllegalArgumentException("a descriptor without " + name);
        }
        return member;
    }

    /** The token stays out of every text that could be logged. */
    @Override
    public String toString() {
        return "agent of " + pid + " at " + address;
    }
}

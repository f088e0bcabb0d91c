package io.jemscope.fleet.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a request failed, in words: Java's own messages are often a class's name or null. */
public final class Reason {

    private static final int MOST_TEXT = 300;

    private Reason() {}

    /** The status and the beginning of an answer, on one line, such as {@code answered 500: disk full}. */
    public static String of(HttpResponse<byte[]> answer) {
        byte[] body = answer.body();
        String text = new String(body, 0, Math.min(MOST_TEXT, body.length), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        return "answered " + answer.statusCode() + (text.isEmpty() ? "" : ": " + text);
    }

    public static String of(Exception failure) {
        // The JDK's failures to connect; a message of our own says more than its cause.
        boolean isOurs = failure.getClass() == IOException.class;
        for (Throwable each = isOurs ? null : failure; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException) {
                return "its host name isn't known";
            }
            if (each instanceof HttpConnectTimeoutException) {
                return "its host doesn't answer";
            }
        }
        if (failure instanceof ConnectException || failure instanceof ClosedChannelException) {
            return "it can't be connected to: "
                    + (failure.getMessage() == null ? "no process listens" : failure.getMessage());
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " doesn't exist";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + " can't be read: permission denied";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}

package io.jemscope.fleet.http;

import io.jemscope.profile.Printable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a request failed, for a message. Java's own texts are often a class's name or null. */
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

    /** On one line, and without control characters: the text may be another machine's. */
    public static String of(Exception failure) {
        return Printable.of(text(failure));
    }

    private static String text(Exception failure) {
        // The JDK's failures to connect. A message of ours explains more than its cause.
        boolean isOurs = failure.getClass() == IOException.class;
        for (Throwable each = isOurs ? null : failure; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException) {
                return "its host name can't be resolved";
            }
            if (each instanceof HttpConnectTimeoutException) {
                return "the connection timed out";
            }
        }
        if (failure instanceof ConnectException || failure instanceof ClosedChannelException) {
            return "the connection failed: "
                    + (failure.getMessage() == null ? "no process listens there" : failure.getMessage());
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

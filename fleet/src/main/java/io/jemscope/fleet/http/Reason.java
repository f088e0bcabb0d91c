package io.jemscope.fleet.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a request failed, in words: Java's own messages are often a class's name or null. */
public final class Reason {

    private Reason() {}

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

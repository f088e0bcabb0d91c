package io.jemscope.agent.web.rendering;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.watch.DumpForms;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Role;
import io.jemscope.report.json.VerdictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts of a bundle as it does for callers, with the same limits on the program's heap.
 *
 * @param largeLedger whether the ledger of a large process is read
 */
public record BundleForms(Renderings renderings, OwnVerdict verdict, boolean largeLedger) implements DumpForms {

    private static final Permit<ApiException> ALWAYS = new Permit<>() {
        @Override
        public void take() {}
    };

    @Override
    public Path make(Dump dump, String format, long millis) throws IOException {
        try {
            return await(renderings.of(dump, Optional.empty(), of(format), View.WHOLE, Role.OPERATE, ALWAYS), millis)
                    .file();
        } catch (ApiException e) {
            throw new IOException(e.why(), e);
        }
    }

    @Override
    public String verdict(@Nullable Dump dump, long millis) throws IOException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        VerdictJson.write(await(renderings.verdict(verdict, dump, largeLedger, Role.OPERATE), millis), json);
        return json.toString(StandardCharsets.UTF_8);
    }

    @Override
    public List<Path> history(int mostProfiles) throws IOException {
        return verdict.history(mostProfiles);
    }

    private static <T> T await(CompletionStage<T> made, long millis) throws IOException {
        try {
            return made.toCompletableFuture().get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause instanceof ApiException refusal ? refusal.why() : String.valueOf(cause), e);
        } catch (TimeoutException e) {
            throw new IOException("it wasn't made within " + millis + " ms", e);
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    private static ViewFormat of(String word) {
        for (ViewFormat format : ViewFormat.values()) {
            if (format.word().equals(word)) {
                return format;
            }
        }
        throw new IllegalArgumentException(word);
    }
}

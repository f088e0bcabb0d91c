package io.jemscope.agent.web.compat.prometheus;

import io.jemscope.agent.events.Events;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.agent.threads.ThreadCosts;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;

/**
 * {@code GET /metrics}: what Prometheus collects, in OpenMetrics where the caller takes that, else in the text format
 * 0.0.4. Parameters are passed over, as scrapers send some of their own. The client's library is loaded with the first
 * request.
 *
 * @param version the agent's version
 * @param allocator whose version and state
 * @param hook whose samples
 * @param events what happened so far
 * @param costs of the agent's threads
 * @param ledger where resident memory lies
 * @param verdict the last one is shown; a scrape makes none
 */
record MetricsResource(
        String version,
        Allocator allocator,
        CurrentMemory current,
        BacktraceHook hook,
        Events events,
        ThreadCosts costs,
        RecentLedger ledger,
        OwnVerdict verdict)
        implements Handler {

    @Override
    public Response answer(Request request) throws IOException {
        ExpositionFormatWriter writer = writer(request.header("Accept").orElse(""));
        ByteArrayOutputStream text = new ByteArrayOutputStream(4096);
        writer.write(text, new Metrics(this).read());
        return Response.bytes(200, writer.getContentType(), text.toByteArray());
    }

    /** Chosen here: the library would choose protobuf for a scraper that offers it, and the agent hasn't that part of it. */
    private static ExpositionFormatWriter writer(String accept) {
        // Made anew, and from no properties: those that the library would read are the program's, not ours.
        ExpositionFormats formats =
                ExpositionFormats.init(PrometheusProperties.builder().build());
        return accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text")
                ? formats.getOpenMetricsTextFormatWriter()
                : formats.getPrometheusTextFormatWriter();
    }
}

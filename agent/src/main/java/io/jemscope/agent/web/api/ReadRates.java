package io.jemscope.agent.web.api;

import io.jemscope.httpd.RoleRateLimiter;
import java.time.Duration;

/**
 * How often what costs something may be read. Each kind has a bucket of its own, so that a busy reader of one doesn't keep a
 * scraper from another, and in each those who may only read are counted apart, so that none of them takes an operator's share.
 * The groups of routes limit their routes by them; the ledger and views do so themselves.
 *
 * @param statistics jemalloc's own, and its controls, which take its locks and keep a dump from beginning
 * @param metrics what is scraped
 * @param symbols names of addresses: each request has the names of all Java frames written
 * @param memory the ledger, for which the kernel goes through all pages of the process; a refused request doesn't count
 * @param dumps the list of dumps, for which the folders are looked through in which jemalloc puts its own without a limit
 * @param views what is made of dumps, of which there can be any number; what is kept doesn't count
 * @param history whose files are read anew for each answer
 */
public record ReadRates(
        RoleRateLimiter statistics,
        RoleRateLimiter metrics,
        RoleRateLimiter symbols,
        RoleRateLimiter memory,
        RoleRateLimiter dumps,
        RoleRateLimiter views,
        RoleRateLimiter history) {

    private static final int DUMPS_IN_A_ROW = 10;
    private static final String NEXT = "Wait as long as Retry-After says, and pause between requests.";

    /**
     * Enough for several callers who come every second, and for a tool that sends many at once: pprof asks for the symbols of
     * each library by itself. They are not settings: only a loop without a pause needs more.
     */
    public static ReadRates usual() {
        return new ReadRates(
                new RoleRateLimiter(Duration.ofMillis(100), 50, NEXT),
                new RoleRateLimiter(Duration.ofMillis(200), 30, NEXT),
                new RoleRateLimiter(Duration.ofMillis(500), 100, NEXT),
                new RoleRateLimiter(Duration.ofSeconds(5), 5, NEXT),
                new RoleRateLimiter(Duration.ofMillis(200), 50, NEXT),
                new RoleRateLimiter(Duration.ofMillis(500), 20, NEXT),
                new RoleRateLimiter(Duration.ofSeconds(1), 10, NEXT));
    }

    /** How often a dump is made for callers: one in an interval, and ten in a row. */
    public static RoleRateLimiter ofDumps(Duration interval) {
        return new RoleRateLimiter(
                interval, DUMPS_IN_A_ROW, "Wait as long as Retry-After says, or change the setting dump.interval.");
    }
}

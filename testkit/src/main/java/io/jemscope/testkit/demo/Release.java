package io.jemscope.testkit.demo;

import java.util.SplittableRandom;

/**
 * What an instance of the shop does until it has answered its load: how many requests it gets, and how much its parts leak.
 *
 * @param requests how many requests it answers
 * @param products how many products' thumbnails it keeps, see {@link ThumbnailCache}
 * @param customers how many customers' deflaters it keeps, see {@link FeedCompressors}
 * @param abandoned how many inflaters it keeps, see {@link UploadSessions}
 * @param closed how many inflaters of abandoned uploads it ends
 * @param warehouses how many warehouses' threads it keeps, see {@link StockJournals}
 * @param searches how many results it caches, see {@link SearchResults}
 */
record Release(int requests, int products, int customers, int abandoned, int closed, int warehouses, int searches) {

    /** All four leaks. */
    static final Release LEAKY = new Release(
            6_000,
            ThumbnailCache.PRODUCTS,
            FeedCompressors.CUSTOMERS,
            UploadSessions.ABANDONED,
            0,
            StockJournals.WAREHOUSES,
            0);

    /** Behind a balancer, instances get nearly the same traffic. */
    private static final double TRAFFIC_SPREAD = 0.05;

    private static final int REQUESTS = 1_600;
    private static final int FEWEST_SEARCHES = 10;
    private static final int MOST_SEARCHES = 40;

    /**
     * An instance of a version: 1.0 never ends the inflaters of abandoned uploads, 1.1 keeps customers' deflaters, too, and 1.2 ends the
     * inflaters, but never evicts thumbnails.
     *
     * @param seed by which instances of a version differ: a little in their traffic, much in what they cache
     * @throws IllegalArgumentException if there is no such version
     */
    static Release of(String version, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double traffic = 1 - TRAFFIC_SPREAD + 2 * TRAFFIC_SPREAD * random.nextDouble();
        int requests = (int) (REQUESTS * traffic);
        int uploads = requests * 9 / 10;
        int customers = requests / 64;
        int products = requests / 14;
        int searches = FEWEST_SEARCHES + random.nextInt(MOST_SEARCHES - FEWEST_SEARCHES);
        return switch (version) {
            case "1.0" -> new Release(requests, 0, 0, uploads, 0, 0, searches);
            case "1.1" -> new Release(requests, 0, customers, uploads, 0, 0, searches);
            case "1.2" -> new Release(requests, products, customers, 0, uploads, 0, searches);
            default ->
                throw new IllegalArgumentException(
                        "there is no version " + version + " of the shop: name 1.0, 1.1 or 1.2");
        };
    }
}

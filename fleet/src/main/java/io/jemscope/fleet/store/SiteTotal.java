package io.jemscope.fleet.store;

/**
 * What the instances of one version of a service hold at a site.
 *
 * @param holders in how many instances it holds anything
 * @param squares the sum of the squares of each instance's bytes
 */
public record SiteTotal(String service, String version, String site, int holders, Sums sums, double squares) {

    /** Adds what other instances of the same version hold at the site. */
    public SiteTotal plus(SiteTotal other) {
        return new SiteTotal(
                service, version, site, holders + other.holders, sums.plus(other.sums), squares + other.squares);
    }

    /** The same of a site with that name. */
    public SiteTotal at(String name) {
        return new SiteTotal(service, version, name, holders, sums, squares);
    }
}

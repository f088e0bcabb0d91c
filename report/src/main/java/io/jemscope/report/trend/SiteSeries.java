package io.jemscope.report.trend;

import io.jemscope.profile.Amount;
import io.jemscope.profile.SampleRate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one site had in each dump of a series, as far as dumps were added. Dumps without it count as nothing. */
final class SiteSeries {

    private double[] objects = new double[8];
    private double[] bytes = new double[8];
    private double[] objectVariances = new double[8];
    private double[] byteVariances = new double[8];

    /** The same by the application's frame, where the site is a library's. */
    private final Map<String, SiteSeries> byCaller = new LinkedHashMap<>();

    void add(int dump, Amount amount, SampleRate rate) {
        reserve(dump + 1);
        objects[dump] += amount.objects();
        bytes[dump] += amount.bytes();
        double objectError = rate.estimateObjects(amount).standardError();
        double byteError = rate.estimateBytes(amount).standardError();
        objectVariances[dump] += objectError * objectError;
        byteVariances[dump] += byteError * byteError;
    }

    void addCaller(String caller, int dump, Amount amount, SampleRate rate) {
        byCaller.computeIfAbsent(caller, any -> new SiteSeries()).add(dump, amount, rate);
    }

    /** The series of each of the application's frames above the site, by the frame in one line. */
    Map<String, SiteSeries> byCaller() {
        return byCaller;
    }

    private void reserve(int dumps) {
        if (dumps > objects.length) {
            int length = Math.max(dumps, 2 * objects.length);
            objects = Arrays.copyOf(objects, length);
            bytes = Arrays.copyOf(bytes, length);
            objectVariances = Arrays.copyOf(objectVariances, length);
            byteVariances = Arrays.copyOf(byteVariances, length);
        }
    }

    double objects(int dump) {
        return dump < objects.length ? objects[dump] : 0;
    }

    double bytes(int dump) {
        return dump < bytes.length ? bytes[dump] : 0;
    }

    double figure(int dump, boolean ofBytes) {
        return ofBytes ? bytes(dump) : objects(dump);
    }

    double variance(int dump, boolean ofBytes) {
        double[] variances = ofBytes ? byteVariances : objectVariances;
        return dump < variances.length ? variances[dump] : 0;
    }
}

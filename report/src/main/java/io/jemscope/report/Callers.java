package io.jemscope.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The application's frames above one allocation site that lies in a library, with an amount each: what was allocated there
 * on behalf of that frame. {@link SiteResolver#caller} finds the frames.
 */
public final class Callers {

    private final Map<String, Double> amounts = new LinkedHashMap<>();

    /** Makes one without frames. */
    public Callers() {}

    /**
     * Adds an amount.
     *
     * @param caller the application's frame, in one line
     * @param amount the amount, in any unit; negative for what is gone
     */
    public void add(String caller, double amount) {
        amounts.merge(caller, amount, Double::sum);
    }

    /**
     * Lists the frames by amount.
     *
     * @return the frames, the largest amount first; equal ones in the order they were added
     */
    public List<String> largestFirst() {
        return sorted(Comparator.comparingDouble(amount -> -amount));
    }

    /**
     * Lists the frames by amount, the other way round: for what shrank.
     *
     * @return the frames, the smallest amount first; equal ones in the order they were added
     */
    public List<String> smallestFirst() {
        return sorted(Comparator.comparingDouble(amount -> amount));
    }

    private List<String> sorted(Comparator<Double> order) {
        List<Map.Entry<String, Double>> entries = new ArrayList<>(amounts.entrySet());
        entries.sort(Map.Entry.comparingByValue(order));
        List<String> callers = new ArrayList<>(entries.size());
        for (Map.Entry<String, Double> entry : entries) {
            callers.add(entry.getKey());
        }
        return callers;
    }

    /**
     * Adds the line below a site's row that names the application's frame. Adds no line where the site has none.
     *
     * @param table the table; the site is in its last column
     * @param callers the application's frames, the most important first
     */
    public static void addTo(TextTable table, List<String> callers) {
        if (!callers.isEmpty()) {
            String more = callers.size() == 1 ? "" : " and " + (callers.size() - 1) + " more";
            table.addBelow("  called from " + callers.get(0) + more);
        }
    }
}

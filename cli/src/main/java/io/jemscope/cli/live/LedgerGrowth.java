package io.jemscope.cli.live;

import com.google.gson.JsonObject;
import io.jemscope.cli.control.Answer;
import java.util.List;
import java.util.Optional;

/** How much the rows of a memory ledger have grown since an earlier one of the same process. */
public final class LedgerGrowth {

    /** The name of the growth in the ledger and in each row whose growth is known: of its resident memory, else of what was counted. */
    static final String GROWTH = "growthBytes";

    static final String REMAINDER_GROWTH = "remainderGrowthBytes";
    static final String BASE_TIME = "baseTime";

    private LedgerGrowth() {}

    /** Whether it is a ledger. */
    public static boolean isLedger(Answer answer) {
        return answer.number("residentBytes") > 0 && !answer.list("rows").isEmpty();
    }

    /**
     * Adds the growth to a ledger.
     *
     * @param now the ledger; it is left as it is
     * @param base the earlier one
     * @return the ledger with {@code growthBytes} in each row whose growth is known, {@code remainderGrowthBytes} and
     *     {@code baseTime}
     */
    public static Answer since(Answer base, Answer now) {
        JsonObject grown = now.json().deepCopy();
        grown.addProperty(GROWTH, now.number("residentBytes") - base.number("residentBytes"));
        grown.addProperty(REMAINDER_GROWTH, now.number("remainderBytes") - base.number("remainderBytes"));
        grown.add(BASE_TIME, base.json().get("time"));
        Answer result = new Answer(grown);
        addTo(result.list("rows"), base.list("rows"));
        return result;
    }

    private static void addTo(List<Answer> rows, List<Answer> before) {
        for (Answer row : rows) {
            Optional<Answer> same = before.stream()
                    .filter(one -> one.text("name").equals(row.text("name")))
                    .findFirst();
            String figure = row.has("residentBytes") ? "residentBytes" : "countedBytes";
            // A row that is new has grown by all that it has. What was unknown before may have been anything.
            if (row.has(figure) && same.map(one -> one.has(figure)).orElse(true)) {
                long was = same.map(one -> one.number(figure)).orElse(0L);
                row.json().addProperty(GROWTH, row.number(figure) - was);
            }
            // A history has the rows alone: what their parts were is unknown.
            if (same.isEmpty() || same.get().has("of")) {
                addTo(row.list("of"), same.map(one -> one.list("of")).orElse(List.of()));
            }
        }
    }
}

package io.jemscope.report;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.UnsymbolizedReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Prints what a profile knows and what it doesn't: a line for each thing, also where all is well. */
public final class ProfileQualityText {

    /** The header and the sum of the stacks, each scaled on its own, differ a little; above this share they disagree. */
    private static final double AGREE_WITHIN = 0.02;

    /** A profile with less than this share of RSS doesn't explain it. */
    private static final double LITTLE_OF_RSS = 0.5;

    /** How many files without names are listed. */
    private static final int MOST_FILES = 5;

    /**
     * One thing that a profile knows or doesn't.
     *
     * @param about what it is about, in a word or two; empty if it continues the one before
     * @param warning whether figures or names are wrong or missing because of it
     */
    public record Fact(String about, String text, boolean warning) {}

    private final ProfileQuality coverage;
    private final List<Fact> facts = new ArrayList<>();

    private ProfileQualityText(ProfileQuality coverage) {
        this.coverage = coverage;
    }

    /**
     * Prints it.
     *
     * @param coverage what is known and isn't
     * @return the text, each line ended
     */
    public static String print(ProfileQuality coverage) {
        return print(coverage, "this profile", TextOptions.WHOLE);
    }

    /**
     * Prints it.
     *
     * @param coverage what is known and isn't
     * @param who whose it is, as the heading names it
     * @param layout how wide a line should be at most
     * @return the text, each line ended
     */
    public static String print(ProfileQuality coverage, String who, TextOptions layout) {
        TextTable table = new TextTable("ll");
        for (Fact fact : facts(coverage)) {
            table.add(fact.about(), fact.text());
        }
        StringBuilder out = new StringBuilder("What " + who + " knows, and what it doesn't\n\n");
        table.appendWrapped(out, "  ", layout.columns());
        return out.toString();
    }

    /** Lists what a profile knows and what it doesn't, in the order of the text. */
    public static List<Fact> facts(ProfileQuality coverage) {
        ProfileQualityText text = new ProfileQualityText(coverage);
        text.filter();
        text.rss();
        text.dumps();
        text.samples();
        text.javaFrames();
        text.cut();
        text.lost();
        text.unnamed();
        text.files();
        text.rate();
        text.beforeProfiling();
        text.sampler();
        text.sums();
        return List.copyOf(text.facts);
    }

    private void add(String about, String text) {
        add(about, text, false);
    }

    private void add(String about, String text, boolean warning) {
        facts.add(new Fact(about, text, warning));
    }

    /** The one line that isn't there where all is well: without a filter there is nothing to know. */
    private void filter() {
        coverage.leftover().ifPresent(left -> add("filter", left.text(Integer.MAX_VALUE)));
    }

    /** What the process has in memory, and where to look for it if this profile has little of it. */
    private void rss() {
        if (coverage.rssBytes().isEmpty()) {
            return;
        }
        long rss = coverage.rssBytes().getAsLong();
        String atDump = Units.bytes(rss) + " when the dump was taken";
        if (coverage.leftover().isPresent()) {
            add("RSS", atDump);
            return;
        }
        add(
                "RSS",
                atDump + "; live in this profile: " + Units.bytes(coverage.liveBytes()) + " ("
                        + Units.percent(coverage.liveBytes(), (double) rss) + ")");
        if (coverage.liveBytes() < LITTLE_OF_RSS * rss) {
            add(
                    "",
                    "most of it is elsewhere: not malloc's, or allocated before sampling began. While the program runs,"
                            + " jemscope memory " + coverage.pid().orElse("PID") + " shows where it is",
                    true);
        }
    }

    private void dumps() {
        if (coverage.dumpsOfOneProcess() > 1) {
            add(
                    "sum",
                    Units.count(coverage.dumpsOfOneProcess())
                            + " of the files may be of one process, with the same blocks in them: ranges allow for that");
        }
    }

    private void samples() {
        String taken = coverage.samples().isPresent()
                ? Units.count(coverage.samples().getAsLong()) + " taken"
                : "this dump has no file with counters";
        Estimate live = coverage.live();
        add(
                "samples",
                live.value() > 0 && coverage.rate().isKnown()
                        ? taken + "; the live total is " + RangeText.figure(live) + ", " + RangeText.of(live)
                        : taken);
    }

    private void javaFrames() {
        String ofBytes = Units.percent(coverage.javaBytes(), coverage.liveBytes()) + " of the live bytes";
        if (!coverage.isJvm()) {
            return;
        }
        if (coverage.samples().isEmpty()) {
            add("Java frames", "under " + ofBytes);
            return;
        }
        add(
                "Java frames",
                "on " + Units.percent(coverage.javaSamples(), coverage.codeSamples())
                        + " of the samples taken on threads running Java code, "
                        + Units.percent(
                                coverage.javaSamples(), coverage.samples().getAsLong())
                        + " of all samples, " + ofBytes);
        for (ProfileQuality.Reason reason : coverage.without()) {
            add("", "none on " + Units.count(reason.samples()) + ": " + reason.words());
        }
        if (coverage.samplesBeforeHook().isEmpty()) {
            add("", "samples taken before the JVM was up are not counted");
        } else if (coverage.samplesBeforeHook().getAsLong() > 0) {
            add(
                    "",
                    "none on " + Units.count(coverage.samplesBeforeHook().getAsLong())
                            + " more: taken before the JVM was up");
        }
    }

    private void cut() {
        String bytes = share(coverage.cutBytes());
        String samples = coverage.cutSamples().isPresent()
                ? Units.count(coverage.cutSamples().getAsLong()) + " samples, "
                : "";
        boolean none = coverage.cutBytes() == 0 && coverage.cutSamples().orElse(0) == 0;
        add("cut stacks", none ? "none" : samples + bytes + ": deeper than the allocator keeps, callers missing");
    }

    private void lost() {
        boolean none = coverage.lostBytes() == 0 && coverage.framesLost() == 0 && coverage.framesDropped() == 0;
        StringBuilder text = new StringBuilder(none ? "none" : share(coverage.lostBytes()));
        if (coverage.framesLost() > 0) {
            text.append("; ").append(Units.count(coverage.framesLost()));
            text.append(" frames of classes unloaded before their names were taken");
        }
        if (coverage.framesDropped() > 0) {
            text.append("; ").append(Units.count(coverage.framesDropped()));
            text.append(" frames found the table of names full");
        }
        add("lost names", text.toString(), coverage.framesDropped() > 0);
    }

    private void unnamed() {
        String before = "no symbol";
        before = unnamed(before, coverage.unnamedBytes(), "allocated by functions without a name");
        before = unnamed(before, coverage.unnamedCallerBytes(), "called through functions without a name");
        before = unnamed(before, coverage.stacklessBytes(), "no stack at all");
        if (!before.isEmpty()) {
            add(before, "none");
        }
        List<NamelessFile> nameless = coverage.namelessFiles();
        for (NamelessFile file : nameless.subList(0, Math.min(MOST_FILES, nameless.size()))) {
            String name = file.file().substring(file.file().lastIndexOf('/') + 1);
            add("", share(file.liveBytes()) + " through " + name + ": " + words(file.reason()));
        }
        if (nameless.size() > MOST_FILES) {
            add("", Units.count(nameless.size() - MOST_FILES) + " more files like these");
        }
    }

    /** Why there are no names, and what to do about it. */
    private static String words(UnsymbolizedReason reason) {
        return switch (reason) {
            case STRIPPED ->
                "stripped, and no debug file of it was found; install its debug package, or name a folder by --debug-dir";
            case ABSENT -> "there is no such file here; name a folder with the files that ran by --binary-root";
            case DELETED ->
                "deleted or replaced while it ran; record the program to have its names taken while it lives";
            case MEMORY -> "code that was never in a file";
            case UNREADABLE -> "there is a file, and it can't be read as a library";
            case REPLACED ->
                "another build of it lies there now; name a folder with the files that ran by --binary-root";
            case CHANGED -> "changed since the dump was taken; name a folder with the files that ran by --binary-root";
            case ELSEWHERE -> "the program ran on another machine; name a folder with its files by --binary-root";
        };
    }

    /** Adds a line where there is something to say; gives the next line's heading. */
    private String unnamed(String heading, double bytes, String words) {
        if (bytes == 0) {
            return heading;
        }
        add(heading, share(bytes) + ": " + words);
        return "";
    }

    private void files() {
        ProfileQuality.Files files = coverage.files();
        String before = "libraries";
        before = files(before, files.elsewhere(), " not read for names: the program ran on another machine");
        before = files(before, files.changed(), " not read for names: changed since the dump was taken");
        before = files(
                before, files.unchecked(), " read for names, and it is unknown whether they are the files that ran");
        if (coverage.mapsMissing()) {
            add(before, "the dump ends before its list of them: it may be cut short, with stacks missing", true);
        } else if (coverage.mapsCut()) {
            add(
                    before,
                    "the dump was cut short within its list of them: the figures are whole, names may be missing",
                    true);
        } else if (files.areSure()) {
            add(before, "no doubt about those that were read for names");
        }
    }

    /** Adds a line where there are such files; gives the next line's heading. */
    private String files(String heading, long count, String words) {
        if (count == 0) {
            return heading;
        }
        add(heading, Units.count(count) + words, true);
        return "";
    }

    private void rate() {
        if (!coverage.rate().isKnown()) {
            add("rate", "unknown; so is the error of the figures", true);
            return;
        }
        long now = coverage.rate().bytes();
        String text = coverage.rate().equals(SampleRate.EVERY_ALLOCATION)
                ? "every allocation is counted"
                : "one sample for every " + Units.bytes(now) + " allocated, on average";
        boolean changed =
                coverage.rateAtStart().isPresent() && coverage.rateAtStart().getAsLong() != now;
        add(
                "rate",
                changed
                        ? text + "; it was "
                                + Units.bytes(coverage.rateAtStart().getAsLong())
                                + " at the start: figures of what was allocated then are wrong by that factor at most"
                        : text,
                changed);
    }

    private void beforeProfiling() {
        String text;
        if (coverage.unprofiledStart().isEmpty()) {
            text = "it is unknown when profiling began; what was allocated before isn't here";
        } else if (coverage.unprofiledStart().get().equals(Duration.ZERO)) {
            text = coverage.parent()
                    .map(parent -> "what it inherited from process " + parent + ", which forked it, isn't here")
                    .orElse("nothing: profiling began with the program");
        } else {
            text = "profiling began " + Units.span(coverage.unprofiledStart().get())
                    + " after the program; what was allocated before isn't here";
        }
        if (coverage.bytesBefore().isPresent()) {
            text += ". malloc had given out "
                    + Units.bytes(coverage.bytesBefore().getAsLong()) + " by then";
        }
        add("before", text);
    }

    /** Only in profiles of our own sampler, and only where there is something to say. */
    private void sampler() {
        if (coverage.mappings()) {
            add(
                    "mmap",
                    "memory that libraries map themselves is counted, too, as mapped, whether in use or not;"
                            + " not the JVM's own, nor thread stacks");
        }
        if (coverage.corrected() > 0) {
            add(
                    "unseen",
                    Units.count(coverage.corrected())
                            + " blocks were freed by calls that Jemscope can't watch; they were found, and don't count as live",
                    true);
        }
        if (coverage.unswept() > 0) {
            add(
                    "unchecked",
                    Units.count(coverage.unswept())
                            + " blocks can't be checked: one that was freed by a call that Jemscope can't watch counts as live until its"
                            + " address is given out again",
                    true);
        }
        if (coverage.foreign() > 0) {
            add(
                    "not watched",
                    "libraries whose calls of malloc go to another allocator or tool: "
                            + Units.count(coverage.foreign()) + ". What they allocate isn't here",
                    true);
        }
        if (coverage.dropped() > 0) {
            add("dropped", Units.count(coverage.dropped()) + " missing: there was no room for these samples", true);
        }
    }

    private void sums() {
        if (coverage.headerBytes().isEmpty()) {
            return;
        }
        double header = coverage.headerBytes().get();
        double difference = Math.abs(header - coverage.liveBytes());
        boolean agree = difference <= AGREE_WITHIN * Math.max(header, coverage.liveBytes());
        add(
                "sums",
                agree
                        ? "the dump's header and its stacks agree within "
                                + Units.percent(difference, Math.max(header, coverage.liveBytes()))
                        : "the dump's header says " + Units.bytes(header) + ", its stacks "
                                + Units.bytes(coverage.liveBytes()),
                !agree);
    }

    private String share(double bytes) {
        return Units.bytes(bytes) + " (" + Units.percent(bytes, coverage.liveBytes()) + ")";
    }
}

package io.jemscope.profile.merge;

import io.jemscope.profile.ProcessRun;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The facts of several profiles together: equal facts stay, counts add up if all profiles have them, the last time stays,
 * and remarks are listed. Other facts are dropped, because no value would be right.
 */
final class JoinedFacts {

    /** What only people read, and may be several. */
    private static final Set<String> LISTED = Set.of(
            ProfileMetadata.HOST,
            ProfileMetadata.JVM,
            "pid",
            "kind",
            ProfileMetadata.WARNING,
            ProfileMetadata.COMMENT,
            ProfileMetadata.DIFFERENCE);

    private static final Set<String> COUNTED = Set.of(
            ProfileMetadata.SAMPLES_BEFORE_HOOK,
            ProfileMetadata.FRAMES_DROPPED,
            ProfileMetadata.FRAMES_LOST,
            ProfileMetadata.CORRECTED_SAMPLES,
            ProfileMetadata.UNSWEPT_SAMPLES,
            ProfileMetadata.DROPPED_SAMPLES,
            ProfileMetadata.FOREIGN_OBJECTS,
            ProfileMetadata.BYTES_BEFORE,
            ProfileMetadata.FILES_ELSEWHERE,
            ProfileMetadata.FILES_CHANGED,
            ProfileMetadata.FILES_UNCHECKED);

    /** So many values are listed; longer lists say how many more there are. */
    private static final int MOST_LISTED = 8;

    /** Stands between listed values. */
    private static final String SEPARATOR = ", ";

    private JoinedFacts() {}

    static ProfileMetadata of(List<Profile> profiles) {
        Map<String, String> joined = new LinkedHashMap<>();
        for (Profile profile : profiles) {
            for (String key : profile.metadata().facts().keySet()) {
                if (!joined.containsKey(key)) {
                    String value = join(key, profiles);
                    if (value != null) {
                        joined.put(key, value);
                    }
                }
            }
        }
        joined.put(ProfileMetadata.MERGED, Integer.toString(profiles.size()));
        int ofOneProcess = mostOfOneProcess(profiles);
        if (ofOneProcess > 1) {
            joined.put(ProfileMetadata.MERGED_OF_ONE_PROCESS, Integer.toString(ofOneProcess));
        }
        return new ProfileMetadata(joined);
    }

    /** A dump of which something isn't known may be of any process that the rest fits. */
    private static int mostOfOneProcess(List<Profile> profiles) {
        int most = 1;
        for (List<Profile> host : alike(profiles, facts -> single(facts, ProfileMetadata.HOST), String::equals)) {
            for (List<Profile> process : alike(host, facts -> single(facts, ProfileMetadata.PID), String::equals)) {
                for (List<Profile> run : alike(
                        process, facts -> facts.instant(ProfileMetadata.PROGRAM_START), ProcessRun::isSameStart)) {
                    int dumps = 0;
                    for (Profile profile : run) {
                        dumps += profile.dumpsOfOneProcess();
                    }
                    most = Math.max(most, dumps);
                }
            }
        }
        return most;
    }

    /** For each value that is known, the profiles that have it or don't know theirs; all of them where none is known. */
    private static <T> Collection<List<Profile>> alike(
            List<Profile> profiles, Function<ProfileMetadata, Optional<T>> fact, BiPredicate<T, T> same) {
        Map<T, List<Profile>> groups = new LinkedHashMap<>();
        for (Profile profile : profiles) {
            fact.apply(profile.metadata()).ifPresent(value -> groups.put(value, new ArrayList<>()));
        }
        if (groups.isEmpty()) {
            return List.of(profiles);
        }
        for (Profile profile : profiles) {
            Optional<T> value = fact.apply(profile.metadata());
            groups.forEach((known, group) -> {
                if (value.isEmpty() || same.test(known, value.get())) {
                    group.add(profile);
                }
            });
        }
        return groups.values();
    }

    /** A sum of several processes' dumps lists all their values; then it isn't known which of them another dump is like. */
    private static Optional<String> single(ProfileMetadata facts, String key) {
        return facts.get(key).filter(value -> !value.contains(SEPARATOR));
    }

    private static @Nullable String join(String key, List<Profile> profiles) {
        Set<String> values = new LinkedHashSet<>();
        boolean everywhere = true;
        for (Profile profile : profiles) {
            String value = profile.metadata().facts().get(key);
            everywhere &= value != null;
            if (value != null) {
                values.add(value);
            }
        }
        if (isCount(key)) {
            return everywhere ? sum(key, profiles) : null;
        }
        if (key.equals(ProfileMetadata.TIME)) {
            return last(profiles);
        }
        if (key.equals(ProfileMetadata.MAPS) || LISTED.contains(key)) {
            return list(values);
        }
        return everywhere && values.size() == 1 ? values.iterator().next() : null;
    }

    private static boolean isCount(String key) {
        return COUNTED.contains(key)
                || key.equals(ProfileMetadata.SAMPLES)
                || key.startsWith(ProfileMetadata.SAMPLES + ".")
                || key.startsWith("header.")
                || key.startsWith("log.")
                || key.startsWith("unfiltered.");
    }

    private static @Nullable String sum(String key, List<Profile> profiles) {
        long sum = 0;
        for (Profile profile : profiles) {
            OptionalLong count = profile.metadata().count(key);
            if (count.isEmpty()) {
                return null;
            }
            try {
                sum = Math.addExact(sum, count.getAsLong());
            } catch (ArithmeticException e) {
                // No process counted so far: the fact is damaged.
                return null;
            }
        }
        return Long.toString(sum);
    }

    private static @Nullable String last(List<Profile> profiles) {
        long last = Long.MIN_VALUE;
        for (Profile profile : profiles) {
            last = Math.max(last, profile.metadata().count(ProfileMetadata.TIME).orElse(Long.MIN_VALUE));
        }
        return last == Long.MIN_VALUE ? null : Long.toString(last);
    }

    private static String list(Set<String> values) {
        StringBuilder list = new StringBuilder();
        int listed = 0;
        for (String value : values) {
            if (listed == MOST_LISTED) {
                return list.append(" and ")
                        .append(values.size() - listed)
                        .append(" more")
                        .toString();
            }
            list.append(listed++ == 0 ? "" : SEPARATOR).append(value);
        }
        return list.toString();
    }
}

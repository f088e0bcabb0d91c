package io.jemscope.history;

import io.jemscope.history.FolderHistory.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings a folder down to its limits: first by age, process by process; then, while the rest takes too much, the oldest profiles go, those of
 * the first and last snapshots of a process last; then the oldest statistics. For one use, with the folder's lock held.
 */
final class Thinning {

    private final Path folder;
    private final Retention retention;
    private final Instant now;
    private int aged;
    private int crowded;
    private long removedBytes;

    Thinning(Path folder, Retention retention, Instant now) {
        this.folder = folder;
        this.retention = retention;
        this.now = now;
    }

    /** A profile, and whether it is of the first or the last snapshot of its process. */
    private record Kept(Path file, Instant time, boolean isOuter) {}

    /** {@code own} are the files of statistics that may be changed, with what belongs to them; null for all. */
    History.Removed run(Listing listing, @Nullable Set<Path> own) throws IOException {
        for (Path part : listing.parts()) {
            // With the lock held no process writes it.
            if (own == null) {
                delete(part);
            }
        }
        Map<Path, Long> statistics = new HashMap<>();
        List<Kept> profiles = new ArrayList<>();
        Set<Path> orphans = new HashSet<>(listing.profiles());
        for (Path file : listing.statistics()) {
            if (own == null || own.contains(file)) {
                thin(file, orphans, profiles);
            } else {
                removeProfilesOf(file, orphans);
            }
        }
        if (own == null) {
            for (Path orphan : orphans) {
                delete(orphan);
            }
        }
        for (Path file : listing.statistics()) {
            if (Files.exists(file)) {
                statistics.put(file, FolderHistory.bytes(file));
            }
        }
        limitBytes(statistics, profiles, own);
        return new History.Removed(aged, crowded, removedBytes);
    }

    /** By age. The profiles that stay move from {@code orphans} to {@code profiles}. */
    private void thin(Path file, Set<Path> orphans, List<Kept> profiles) throws IOException {
        StatisticsFile.Content content = StatisticsFile.read(file, FolderHistory.named(file));
        List<Snapshot> kept = retention.kept(content.snapshots(), now);
        int gone = content.snapshots().size() - kept.size();
        aged += gone;
        if (kept.isEmpty()) {
            delete(file);
        } else if ((gone > 0 || content.damaged() > 0) && content.whole()) {
            // What could not be read to its end stays as it is: the newest snapshots are there.
            long before = FolderHistory.bytes(file);
            StatisticsFile.replace(file, content.process(), kept);
            removedBytes += Math.max(0, before - FolderHistory.bytes(file));
        }
        for (int i = 0; i < kept.size(); i++) {
            Path profile = folder.resolve(
                    FileNames.profile(content.process(), kept.get(i).time()));
            if (orphans.remove(profile)) {
                profiles.add(new Kept(profile, kept.get(i).time(), i == 0 || i == kept.size() - 1));
            }
        }
    }

    private static void removeProfilesOf(Path statistics, Set<Path> orphans) {
        String name = statistics.getFileName().toString();
        String begin = name.substring(0, name.length() - FileNames.STATISTICS.length()) + ".";
        for (Path orphan : List.copyOf(orphans)) {
            if (orphan.getFileName().toString().startsWith(begin)) {
                orphans.remove(orphan);
            }
        }
    }

    private void limitBytes(Map<Path, Long> statistics, List<Kept> profiles, @Nullable Set<Path> own)
            throws IOException {
        long sum = 0;
        for (long bytes : statistics.values()) {
            sum += bytes;
        }
        for (Kept profile : profiles) {
            sum += FolderHistory.bytes(profile.file());
        }
        profiles.sort(ToRemove.FIRST);
        for (Kept profile : profiles) {
            if (sum <= retention.mostBytes()) {
                return;
            }
            sum -= delete(profile.file());
            crowded++;
        }
        List<Path> files = new ArrayList<>(own == null ? statistics.keySet() : own);
        files.retainAll(statistics.keySet());
        Collections.sort(files);
        for (Path file : files) {
            if (sum <= retention.mostBytes()) {
                return;
            }
            boolean isNewest = file.equals(files.get(files.size() - 1));
            sum -= isNewest ? halve(file, sum - retention.mostBytes()) : removeAll(file);
        }
    }

    private long removeAll(Path file) throws IOException {
        crowded +=
                StatisticsFile.read(file, FolderHistory.named(file)).snapshots().size();
        return delete(file);
    }

    /** Removes the older half of the snapshots as often as needed. The newest stays in any case. */
    private long halve(Path file, long excess) throws IOException {
        StatisticsFile.Content content = StatisticsFile.read(file, FolderHistory.named(file));
        List<Snapshot> kept = content.snapshots();
        long before = FolderHistory.bytes(file);
        long after = before;
        while (kept.size() > 1 && before - after < excess) {
            int half = kept.size() / 2;
            crowded += half;
            kept = kept.subList(half, kept.size());
            StatisticsFile.replace(file, content.process(), kept);
            after = FolderHistory.bytes(file);
        }
        removedBytes += before - after;
        return before - after;
    }

    private long delete(Path file) throws IOException {
        long bytes = FolderHistory.bytes(file);
        Files.deleteIfExists(file);
        removedBytes += bytes;
        return bytes;
    }

    /** The oldest first, those of first and last snapshots behind all others. */
    private enum ToRemove implements Comparator<Kept> {
        FIRST;

        @Override
        public int compare(Kept one, Kept other) {
            int order = Boolean.compare(one.isOuter, other.isOuter);
            return order != 0 ? order : one.time.compareTo(other.time);
        }
    }
}

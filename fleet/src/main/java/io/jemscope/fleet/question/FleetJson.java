package io.jemscope.fleet.question;

import com.google.gson.stream.JsonWriter;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.MemoryTotals;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.json.JsonStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers about a fleet as JSON: all rows, with figures named as in the reports of one process. */
public final class FleetJson {

    private FleetJson() {}

    /**
     * Writes which services and sites hold most.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(FleetTop top, OutputStream out) throws IOException {
        JsonWriter json = begin("fleetTop", out);
        json.name("services").beginArray();
        for (FleetTop.Service service : top.services()) {
            json.beginObject();
            json.name("service").value(service.name());
            json.name("versions").beginArray();
            for (String version : service.versions()) {
                json.value(version);
            }
            json.endArray();
            json.name("instances").value(service.instances());
            json.name("newest").value(service.newest().toString());
            write(service.memory(), json);
            amount(json, service.liveBytes());
            figure(json, "liveObjects", service.objects());
            json.endObject();
        }
        json.endArray();
        json.name("sites").beginArray();
        for (FleetTop.Site site : top.sites()) {
            json.beginObject();
            json.name("service").value(site.service());
            json.name("site").value(site.name());
            json.name("holders").value(site.holders());
            json.name("instances").value(site.instances());
            amount(json, site.liveBytes());
            figure(json, "liveObjects", site.objects());
            json.endObject();
        }
        json.endArray();
        json.endObject();
        JsonStream.end(json, out);
    }

    private static void write(MemoryTotals memory, JsonWriter json) throws IOException {
        json.name("residentBytes").value(memory.residentBytes() == 0 ? null : memory.residentBytes());
        json.name("residentInstances").value(memory.instances());
        figure(json, "residentLiveBytes", memory.instances() == 0 ? Double.NaN : memory.liveBytes());
        json.name("nearestLimit");
        if (memory.nearest() == null) {
            json.nullValue();
        } else {
            json.beginObject();
            json.name("instance").value(memory.nearest().instance());
            limited(json, memory.nearest().memory());
            json.endObject();
        }
    }

    private static void limited(JsonWriter json, MemoryFigures memory) throws IOException {
        bytes(json, "residentBytes", memory.residentBytes());
        bytes(json, "chargedBytes", memory.chargedBytes());
        bytes(json, "limitBytes", memory.limitBytes());
    }

    /** Null where it isn't known. */
    private static void bytes(JsonWriter json, String name, long bytes) throws IOException {
        json.name(name).value(bytes < 0 ? null : (Long) bytes);
    }

    /**
     * Writes what an instance holds more or less than one of another group.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(FleetDiff diff, OutputStream out) throws IOException {
        JsonWriter json = begin("fleetDiff", out);
        json.name("services").beginArray();
        for (FleetDiff.Service service : diff.services()) {
            json.beginObject();
            json.name("service").value(service.name());
            json.name("instancesBefore").value(service.before());
            json.name("instancesAfter").value(service.after());
            change(json, service.liveBytes());
            json.endObject();
        }
        json.endArray();
        json.name("changes").beginArray();
        for (FleetDiff.Change change : diff.changes()) {
            write(change, json);
        }
        json.endArray();
        json.name("heldBack").value(diff.heldBack());
        json.endObject();
        JsonStream.end(json, out);
    }

    private static void write(FleetDiff.Change change, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("service").value(change.service());
        json.name("site").value(change.site());
        json.name("holdersBefore").value(change.holdersBefore());
        json.name("instancesBefore").value(change.before());
        json.name("holdersAfter").value(change.holdersAfter());
        json.name("instancesAfter").value(change.after());
        change(json, change.liveBytes());
        json.name("chance").value(change.chance());
        json.endObject();
    }

    /**
     * Writes what grows.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(FleetTrend trend, OutputStream out) throws IOException {
        JsonWriter json = begin("fleetTrend", out);
        json.name("times").beginArray();
        for (Instant time : trend.times()) {
            json.value(time.toString());
        }
        json.endArray();
        json.name("services").beginArray();
        for (FleetTrend.Growth growth : trend.services()) {
            write(growth, json);
        }
        json.endArray();
        json.name("sites").beginArray();
        for (FleetTrend.Growth growth : trend.sites()) {
            write(growth, json);
        }
        json.endArray();
        json.name("heldBack").value(trend.heldBack());
        json.endObject();
        JsonStream.end(json, out);
    }

    private static void write(FleetTrend.Growth growth, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("service").value(growth.service());
        if (!growth.site().isEmpty()) {
            json.name("site").value(growth.site());
        }
        json.name("growing").value(growth.growing());
        json.name("instances").value(growth.instances());
        figure(json, "perHour", growth.perHour().value());
        figure(json, "perHourStandardError", growth.perHour().standardError());
        figure(json, "last", growth.last());
        if (Double.isNaN(growth.chance())) {
            json.name("chance").nullValue();
        } else {
            json.name("chance").value(growth.chance());
        }
        json.name("course").beginArray();
        for (double bytes : growth.course()) {
            if (Double.isNaN(bytes)) {
                json.nullValue();
            } else {
                json.value(Math.round(bytes));
            }
        }
        json.endArray();
        json.endObject();
    }

    /**
     * Writes what explains the fleet's memory.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(FleetWhy why, OutputStream out) throws IOException {
        JsonWriter json = begin("fleetWhy", out);
        json.name("until").value(why.until().toString());
        json.name("newest").value(why.top().newest().toString());
        json.name("conclusions").beginArray();
        for (String sentence : FleetText.conclusions(why)) {
            json.value(sentence);
        }
        json.endArray();
        json.name("ended").beginArray();
        for (String service : why.ended()) {
            json.value(service);
        }
        json.endArray();
        json.name("releases").beginArray();
        for (FleetWhy.Release release : why.releases()) {
            json.beginObject();
            json.name("service").value(release.service());
            json.name("version").value(release.version());
            json.name("bases").beginArray();
            for (String base : release.bases()) {
                json.value(base);
            }
            json.endArray();
            json.name("ordered").value(release.isOrdered());
            json.name("changes").beginArray();
            for (FleetDiff.Change change : release.larger()) {
                write(change, json);
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        json.name("growing").beginArray();
        for (FleetTrend.Growth growth : why.trend().sites()) {
            if (growth.perHour().value() > 0) {
                write(growth, json);
            }
        }
        json.endArray();
        json.name("instances").beginArray();
        for (FleetOutliers.Compared instance : why.outliers().named()) {
            json.beginObject();
            json.name("instance").value(instance.instance().id());
            json.name("service").value(instance.instance().service());
            json.name("version").value(instance.instance().version());
            json.name("host").value(instance.instance().host());
            json.name("siblings").value(instance.siblings());
            json.name("outlier").value(instance.isOutlier());
            compared(json, instance.liveBytes(), instance.standsOut());
            json.name("sites").beginArray();
            for (FleetOutliers.Site site : instance.sites()) {
                json.beginObject();
                json.name("site").value(site.site());
                compared(json, site.liveBytes(), site.standsOut());
                json.endObject();
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        json.name("compared").value(why.outliers().compared());
        write(why.memory(), json);
        json.endObject();
        JsonStream.end(json, out);
    }

    private static void write(FleetMemory memory, JsonWriter json) throws IOException {
        json.name("nearLimit").beginArray();
        for (FleetMemory.Near near : memory.near()) {
            json.beginObject();
            json.name("instance").value(near.instance().id());
            json.name("service").value(near.instance().service());
            json.name("version").value(near.instance().version());
            json.name("time").value(near.time().toString());
            limited(json, near.memory());
            json.name("running").value(near.isRunning());
            hours(json, "hoursToLimit", near.hours());
            hours(json, "hoursToLimitLow", near.earliest());
            hours(json, "hoursToLimitHigh", near.latest());
            json.endObject();
        }
        json.endArray();
        json.name("memory").beginArray();
        for (FleetMemory.Service service : memory.services()) {
            json.beginObject();
            json.name("service").value(service.name());
            json.name("instances").value(service.instances());
            amount(json, service.liveBytes());
            growth(json, "livePerHour", service.live());
            for (FleetMemory.Part part : FleetMemory.Part.values()) {
                FleetMemory.Held held = service.parts().get(part);
                figure(json, part.word() + "Bytes", held == null ? Double.NaN : held.bytes());
                // Growth that isn't larger than its error, or too small to matter, isn't known to be any.
                growth(json, part.word() + "PerHour", held == null ? null : held.growth());
            }
            json.endObject();
        }
        json.endArray();
    }

    private static void hours(JsonWriter json, String name, double hours) throws IOException {
        json.name(name).value(Double.isNaN(hours) ? null : (Double) hours);
    }

    private static void growth(JsonWriter json, String name, FleetTrend.@Nullable Growth growth) throws IOException {
        figure(json, name, growth == null ? Double.NaN : growth.perHour().value());
        figure(
                json,
                name + "StandardError",
                growth == null ? Double.NaN : growth.perHour().standardError());
    }

    /** An instance and its siblings' mean. */
    private static void compared(JsonWriter json, Difference bytes, boolean standsOut) throws IOException {
        figure(json, "liveBytes", bytes.later().value());
        figure(json, "siblingLiveBytes", bytes.earlier().value());
        figure(json, "more", bytes.value());
        figure(json, "moreStandardError", bytes.standardError());
        figure(json, "moreLow", bytes.low());
        figure(json, "moreHigh", bytes.high());
        json.name("standsOut").value(standsOut);
    }

    /**
     * Writes the stacks of a site.
     *
     * @param out where to, as UTF-8; not closed
     */
    public static void write(String service, String site, List<StackTotal> stacks, OutputStream out)
            throws IOException {
        JsonWriter json = begin("fleetStacks", out);
        json.name("service").value(service);
        json.name("site").value(site);
        json.name("stacks").beginArray();
        for (StackTotal stack : stacks) {
            json.beginObject();
            json.name("holders").value(stack.holders());
            amount(json, stack.sums().liveBytes());
            figure(json, "liveObjects", stack.sums().objects());
            json.name("frames").beginArray();
            for (String frame : stack.stack().split("\n", -1)) {
                json.value(frame);
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        json.endObject();
        JsonStream.end(json, out);
    }

    private static JsonWriter begin(String report, OutputStream out) throws IOException {
        JsonWriter json = JsonStream.to(out);
        json.beginObject();
        json.name("report").value(report);
        json.name("measure").value("liveBytes");
        json.name("unit").value("bytes");
        return json;
    }

    private static void amount(JsonWriter json, Estimate bytes) throws IOException {
        figure(json, "liveBytes", bytes.value());
        figure(json, "liveBytesStandardError", bytes.standardError());
        figure(json, "liveBytesLow", bytes.low());
        figure(json, "liveBytesHigh", bytes.high());
    }

    /** Means over instances. */
    private static void change(JsonWriter json, Difference bytes) throws IOException {
        figure(json, "before", bytes.earlier().value());
        figure(json, "after", bytes.later().value());
        figure(json, "change", bytes.value());
        figure(json, "changeStandardError", bytes.standardError());
        figure(json, "changeLow", bytes.low());
        figure(json, "changeHigh", bytes.high());
    }

    /** Rounded to a whole one; null where it isn't known. */
    private static void figure(JsonWriter json, String name, double figure) throws IOException {
        json.name(name);
        if (Double.isNaN(figure)) {
            json.nullValue();
        } else {
            json.value(Math.round(figure));
        }
    }
}

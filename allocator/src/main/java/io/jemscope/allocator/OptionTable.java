package io.jemscope.allocator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.Function;

/**
 * The options of jemalloc 5.0 to 5.3.1 with their C types, which {@code mallctl} doesn't return (jemalloc, {@code ctl.c}). Other
 * options aren't shown.
 */
final class OptionTable {

    private static final String FLAGS = "abort abort_conf background_thread cache_oblivious confirm_conf "
            + "disable_large_size_classes experimental_hpa_enforce_hugify experimental_hpa_start_huge_if_thp_always "
            + "experimental_infallible_new experimental_tcache_gc hpa hpa_hugify_sync huge_arena_pac_thp prof "
            + "prof_accum prof_active prof_final prof_gdump prof_leak prof_leak_error prof_log prof_pid_namespace "
            + "prof_stats prof_sys_thread_name prof_thread_active_init retain stats_print tcache "
            + "trust_madvise utrace xmalloc zero";

    private static final String TEXTS =
            "dss hpa_hugify_style junk metadata_thp percpu_arena prof_prefix prof_time_resolution "
                    + "stats_interval_opts stats_print_opts thp zero_realloc";

    private static final String UNSIGNED = "debug_double_free_max_scan lg_tcache_flush_large_div "
            + "lg_tcache_flush_small_div narenas prof_bt_max tcache_nslots_large tcache_nslots_small_max "
            + "tcache_nslots_small_min";

    private static final String SIZES = "hpa_hugification_threshold hpa_purge_threshold hpa_sec_batch_fill_extra "
            + "hpa_sec_bytes_after_flush hpa_sec_max_alloc hpa_sec_max_bytes hpa_sec_nshards hpa_slab_max_alloc "
            + "lg_extent_max_active_fit lg_prof_sample max_background_threads oversize_threshold "
            + "process_madvise_max_batch tcache_gc_delay_bytes tcache_gc_incr_bytes tcache_max";

    private static final String SIGNED_SIZES = "dirty_decay_ms experimental_hpa_max_purge_nhp lg_prof_interval "
            + "lg_san_uaf_align lg_tcache_max lg_tcache_nslots_mul muzzy_decay_ms prof_recent_alloc_max";

    private static final String UINT64 = "hpa_hugify_delay_ms hpa_min_purge_delay_ms hpa_min_purge_interval_ms";

    private static final String INT64 = "mutex_max_spin stats_interval";

    private OptionTable() {}

    /** Returns every option as a control, sorted by name. */
    static List<Control<?>> controls() {
        List<Control<?>> controls = new ArrayList<>(100);
        add(controls, FLAGS, Control::flag);
        add(controls, TEXTS, Control::text);
        add(controls, UNSIGNED, Control::unsigned);
        add(controls, SIZES, Control::size);
        add(controls, SIGNED_SIZES, Control::signedSize);
        add(controls, UINT64, Control::uint64);
        add(controls, INT64, Control::int64);
        add(controls, "hpa_dirty_mult", Control::fixedPoint);
        controls.sort(Comparator.comparing(Control::name));
        return Collections.unmodifiableList(controls);
    }

    private static void add(List<Control<?>> controls, String names, Function<String, Control<?>> type) {
        StringTokenizer each = new StringTokenizer(names);
        while (each.hasMoreTokens()) {
            controls.add(type.apply("opt." + each.nextToken()));
        }
    }
}

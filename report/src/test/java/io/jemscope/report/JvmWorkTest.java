package io.jemscope.report;

import static io.jemscope.report.StackBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jemscope.profile.Amount;
import io.jemscope.profile.JavaFrame;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.profile.UnknownFrame;
import io.jemscope.report.comparison.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmWorkTest {

    private static final Amount ONE = new Amount(1, 1024);
    private static final String LINE = "com.example.A.a:1";
    private static final UnknownFrame STRIPPED = new UnknownFrame("/opt/jdk/lib/server/libjvm.so", 0x1234);

    @Test
    void aJavaMethodReachesLibjvmOnlyByTheJvmsOwnStubs() {
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("InterpreterRuntime::resolve_from_cache")
                        .at(LINE)))
                .isTrue();
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("SharedRuntime::resolve_static_call_C")
                        .frame(MarkerFrame.JAVA_CODE)
                        .at(LINE)))
                .isTrue();
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("LightweightSynchronizer::inflate_into_object_header")
                        .inJvm("InterpreterRuntime::monitorenter")
                        .at(LINE)))
                .as("inflated monitors")
                .isTrue();
        assertThat(isWork(stack().frame(STRIPPED).at(LINE))).as("stripped").isTrue();
    }

    @Test
    void nativeMethodsAllocateForTheLine() {
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("Unsafe_AllocateMemory0")
                        .frame(nativeMethod("jdk.internal.misc.Unsafe", "allocateMemory0"))
                        .at(LINE)))
                .isFalse();
        assertThat(isWork(stack().frame(STRIPPED)
                        .frame(nativeMethod("jdk.internal.misc.Unsafe", "allocateMemory0"))
                        .at(LINE)))
                .as("stripped")
                .isFalse();
        assertThat(isWork(stack().in("deflateInit2_")
                        .in("Java_java_util_zip_Deflater_init")
                        .frame(nativeMethod("java.util.zip.Deflater", "init"))
                        .at(LINE)))
                .isFalse();
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("jni_NewGlobalRef")
                        .in("Java_com_example_N_keep")
                        .frame(nativeMethod("com.example.N", "keep"))
                        .at(LINE)))
                .isFalse();
    }

    @Test
    void nativeMethodsThatLoadAndLinkClassesDoNot() {
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("LinkResolver::resolve_field")
                        .inJvm("MHN_resolve_Mem")
                        .frame(nativeMethod("java.lang.invoke.MethodHandleNatives", "resolve"))
                        .at(LINE)))
                .isTrue();
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("SystemDictionary::resolve_or_null")
                        .inJvm("JVM_FindClassFromCaller")
                        .in("Java_java_lang_Class_forName0")
                        .frame(nativeMethod("java.lang.Class", "forName0"))
                        .at(LINE)))
                .isTrue();
        assertThat(isWork(stack().in("Method::apply")
                        .frame(nativeMethod("com.example.N", "keep"))
                        .at(LINE)))
                .as("another library's function of such a name")
                .isFalse();
    }

    @Test
    void scratchMemoryOfTheJvmIsItsOwnUnderAnyMethod() {
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("ChunkPool::allocate")
                        .inJvm("Arena::grow")
                        .inJvm("Unsafe_AllocateMemory0")
                        .frame(nativeMethod("jdk.internal.misc.Unsafe", "allocateMemory0"))
                        .at(LINE)))
                .isTrue();
        assertThat(isWork(stack().inJvm("os::malloc")
                        .inJvm("HandshakeState::process_by_self")
                        .inJvm("Unsafe_AllocateMemory0")
                        .frame(nativeMethod("jdk.internal.misc.Unsafe", "allocateMemory0"))
                        .at(LINE)))
                .isTrue();
    }

    @Test
    void compiledCodeMayCallALibraryDirectly() {
        assertThat(isWork(stack().at(LINE))).isFalse();
        assertThat(isWork(stack().in("malloc").frame(MarkerFrame.JAVA_CODE).at(LINE)))
                .isFalse();
        assertThat(isWork(stack().inJvm("os::malloc").in("call_back").at(LINE))).isFalse();
    }

    @Test
    void threadsWithoutJavaFramesHaveRowsOfTheirOwn() {
        assertThat(isWork(stack().inJvm("os::malloc").inJvm("CompileBroker::compiler_thread_loop")))
                .isFalse();
        assertThat(isWork(stack())).isFalse();
    }

    @Test
    void holdersTellItApart() {
        Profile profile = profile(
                stack().inJvm("Unsafe_AllocateMemory0")
                        .frame(nativeMethod("jdk.internal.misc.Unsafe", "allocateMemory0"))
                        .at(LINE)
                        .with(new Amount(3, 3000), Amount.NONE),
                stack().inJvm("ConstantPool::klass_at_impl").at(LINE).with(new Amount(2, 200), Amount.NONE));

        AllocationSites sites =
                AllocationSites.of(profile, AppPackages.UNKNOWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);

        String line = "com.example.A.a(A.java:1)";
        assertThat(sites.sites()).hasSize(2);
        assertThat(sites.sites().get(0)).satisfies(site -> {
            assertThat(site.name()).isEqualTo(line);
            assertThat(site.live()).isEqualTo(new Amount(3, 3000));
            assertThat(site.jvmLive()).isEqualTo(new Amount(2, 200));
            assertThat(site.functions()).containsExactly("Unsafe_AllocateMemory0");
        });
        assertThat(sites.sites().get(1)).satisfies(site -> {
            assertThat(site.name()).isEqualTo("[JVM] its own work on Java threads");
            assertThat(site.live()).isEqualTo(new Amount(2, 200));
            assertThat(site.callers()).containsExactly(line);
            assertThat(site.functions()).containsExactly("ConstantPool::klass_at_impl");
        });
        Comparison changes = Comparison.of(
                profile(), profile, SampleType.LIVE_BYTES, SiteGrouping.byLine(AllocatorFunctions.KNOWN), false);
        assertThat(changes.rows())
                .extracting(Comparison.Row::site, row -> row.after().value(), Comparison.Row::callers)
                .containsExactly(
                        tuple(line, 3000.0, List.of()),
                        tuple("[JVM] its own work on Java threads", 200.0, List.of(line)));
    }

    @Test
    void linesThatHoldNothingThemselvesHaveNoRow() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            samples.add(stack().inJvm("ConstantPool::klass_at_impl")
                    .at("com.example.Line" + i + ".run:1")
                    .with(ONE, ONE));
        }
        Profile profile = profile(samples.toArray(Sample[]::new));

        assertThat(AllocationSites.of(profile, AppPackages.UNKNOWN, AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES)
                        .sites())
                .singleElement()
                .satisfies(site -> assertThat(site.callers()).hasSize(200));
    }

    private static JavaFrame nativeMethod(String className, String method) {
        return new JavaFrame(null, className, method, null, true);
    }

    private static boolean isWork(StackBuilder stack) {
        Sample sample = stack.with(ONE, Amount.NONE);
        boolean answer = JvmWork.isOn(sample.stack());
        assertThat(new JvmWork(profile(sample).compact()).is(0)).isEqualTo(answer);
        return answer;
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}

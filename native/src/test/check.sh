#!/bin/sh
# Runs real JVMs, each JDK from 17 on that lies under /usr/lib/jvm, with the library in them. One line a test.
#
#   check.sh LIBRARY BUILD_FOLDER      the programs must have been built there (see the Makefile)

library=$(readlink -f "$1")
build=$(readlink -f "$2")
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
machine=$(uname -m)
jemalloc=${JEMSCOPE_JEMALLOC:-/usr/lib/$machine-linux-gnu/libjemalloc.so.2}
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -e "$jemalloc" ]; then
    echo "check.sh: no jemalloc at $jemalloc; install libjemalloc2 or name one in JEMSCOPE_JEMALLOC" >&2
    exit 1
fi

# This shell's own environment must not reach the programs.
unset MALLOC_CONF LD_PRELOAD JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
# Folders have names beyond ASCII here.
export LC_ALL=C.UTF-8
export JEMSCOPE_RUNTIME_DIR="$work/runtime"

every=prof:true,prof_active:true,lg_prof_sample:10

# Which sampler: jemalloc, or ours on glibc.
sampler=jemalloc

# run_test NAME: runs the function NAME in a folder of its own; it passes when the function answers 0.
run_test() {
    folder=$work/$1.$label
    mkdir -p "$folder"
    # Not in a condition: there the shell would not stop at the first command that fails.
    (
        cd "$folder"
        set -e
        "$1"
    ) > "$folder/log" 2>&1
    if [ $? -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $label  $1" | tr _ ' '
    else
        failed=$((failed + 1))
        echo "FAILED  $label  $1" | tr _ ' '
        sed 's/^/        /' "$folder/log" | tail -25 | cut -c -600
    fi
}

# profiled CONF OPTIONS ARGUMENTS…: java on jemalloc, with the agent; on glibc where the sampler is "ours".
profiled() {
    conf=$1
    options=$2
    shift 2
    agent=$library=java=false,folder=$PWD/dumps
    if [ "$sampler" = ours ]; then
        MALLOC_CONF=$conf "$java" -agentpath:"$agent,active=true,$options" -cp "$build/programs" "$@"
    else
        LD_PRELOAD=$jemalloc MALLOC_CONF=$conf "$java" -agentpath:"$agent,$options" -cp "$build/programs" "$@"
    fi
}

# status COMMAND…: its exit status on standard output's last line, so that 'set -e' lets it pass.
status() {
    code=0
    "$@" || code=$?
    echo "status $code"
}

stacks() { "$java" -cp "$build/programs" Stacks dumps/*.final.heap > stacks; }

# holds FILE PATTERN: the file has a line like that; says so where it hasn't.
holds() {
    if ! grep -q -e "$2" "$1"; then
        echo "not in $1: $2"
        head -20 "$1" | cut -c -400
        return 1
    fi
}

# lacks FILE PATTERN, or lacks FILE -v PATTERN: the file has no line like that, or none that is unlike it.
lacks() {
    if grep ${3:+-v} -e "${3:-$2}" "$1"; then
        echo "should not be in $1: $2 ${3-}"
        return 1
    fi
}

# fact KEY: its value in the final dump's symbols file.
fact() { sed -n "s/^# $1: //p" dumps/*.final.heap.symbols; }

line_of() { grep -n "$2" "$here/java/$1.java" | head -1 | cut -d: -f1; }

java_lines_stand_in_the_stacks() {
    profiled $every final=true InflaterLeak > out 2> err
    holds out '^LD_PRELOAD=null$'
    test ! -s err
    stacks
    leak=$(line_of InflaterLeak 'the line that the test looks for')
    holds stacks "libz[^ ]* < java.util.zip.Deflater.init(Native Method) < java.util.zip.Deflater.<init>(Deflater.java:[0-9]*) < .*InflaterLeak.leak(InflaterLeak.java:$leak) < InflaterLeak.leakMany(InflaterLeak.java:[0-9]*) < InflaterLeak.main(InflaterLeak.java:[0-9]*)\$"
    holds stacks 'InflaterLeak.lambda$main$0(InflaterLeak.java:[0-9]*) < InflaterLeak$$Lambda.run(Unknown Source) < .*java.lang.Thread.run(Thread.java:[0-9]*)$'
    # Of the samples before the hook was there, jemalloc's frames remain; after it nobody sees the hook's.
    lacks stacks 'libjemscope[^<]*< libjemalloc'
    lacks stacks 'unmapped < java'
    holds dumps/*.final.heap ' main$'
    holds dumps/*.final.heap ' jemscope-zip w?rker$'
    test "$(fact main)" = InflaterLeak
    test "$(fact kind)" = final
    test "$(fact rate)" = 1024
    test "$(fact threads.unnamed)" = 0
    test "$(fact frames.lost)" = 0
    # Of the samples on threads that have Java frames, nearly all show them.
    test "$(fact samples.java)" -gt $(($(fact samples) * 9 / 10))
    # Whatever this library asks for itself has its own frames before the Java frames.
    test "$(fact samples.java.first)" = 0
    for reason in unknown_java not_walkable unknown_not_java deopt safepoint other; do
        test "$(fact samples.failed.$reason)" -le $(($(fact samples) / 50))
    done
}

# jemalloc then names threads itself, and nobody else may.
the_systems_thread_names_are_left_to_jemalloc() {
    profiled $every,prof_sys_thread_name:true final=true InflaterLeak > out 2> err
    test ! -s err
    test "$(fact threads.unnamed)" = 0
    lacks dumps/*.final.heap 'w?rker'
    test "$(fact samples.java)" -gt 0
}

a_long_command_is_told_and_where_it_was_cut() {
    ten_thousand=$(printf '%10000s' end | tr ' ' x)
    profiled $every final=true Endings return "$ten_thousand" > out
    fact command > command
    holds command 'Endings return x*end$'
    rm -r dumps
    set --
    while [ $# -lt 30 ]; do set -- "$@" "$ten_thousand"; done
    profiled $every final=true Endings return "$@" > out
    fact command > command
    holds command 'xend x*…$'
}

a_deep_stack_is_marked_as_cut() {
    profiled $every final=true DeepRecursion
    # The @ line, the marker and the birth last, and as many words as jemalloc keeps.
    awk '/^@/ && /0x4a4d000000000001/ {
             if ($(NF - 1) == "0x4a4d000000000001" && $NF ~ /^0x4a42/ && NF == 129) good = 1; else bad = 1
         }
         END { exit !good || bad }' dumps/*.final.heap
    test "$(fact samples.cut)" -gt 0
    stacks
    holds stacks 'DeepRecursion.descend(DeepRecursion.java:[0-9]*) < 0x4a4d000000000001$'
}

mappings_are_refused_where_jemalloc_samples() {
    profiled $every final=true,mmap=true InflaterLeak > out 2> err
    holds err '^jemscope: the option mmap has no effect: jemalloc takes this program.s samples'
    test "$(wc -l < err)" -eq 1
    test -z "$(fact mmap)"
}

# Its blocks are made of them.
mappings_of_another_allocator_do_not_count() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=prof:false,lg_prof_sample:10 "$java" \
        -agentpath:"$library=java=false,folder=$PWD/dumps,final=true,active=true,mmap=true" \
        -cp "$build/programs" InflaterLeak > out 2> err
    test ! -s err
    test "$(fact mmap)" = true
    stacks
    holds stacks '^ < libz'
    lacks stacks '^ < libc[^<]*< libz'
}

births_can_be_switched_off() {
    profiled $every final=true,births=false InflaterLeak > out
    lacks dumps/*.final.heap ' 0x4a42'
    rm -r dumps
    start=$(($(date +%s) - 1))
    profiled $every final=true InflaterLeak > out
    # The last word of each stack with Java frames: 0x4a42, the span in two digits, seconds in ten.
    awk -v start="$(printf '%010x' "$start")" -v now="$(printf '%010x' "$(date +%s)")" '
        /^@.* 0x4a45/ { if ($NF ~ /^0x4a42/ && substr($NF, 9) >= start && substr($NF, 9) <= now) good = 1; else bad = 1 }
        END { exit !good || bad }' dumps/*.final.heap
    rm -r dumps
    # jemalloc keeps the stacks of freed memory then.
    profiled $every,prof_accum:true final=true InflaterLeak > out
    lacks dumps/*.final.heap ' 0x4a42'
}

names_outlive_their_class_loader() {
    profiled $every final=true UnloadedLoader > out
    holds out '^unloaded$'
    stacks
    holds stacks ' < plugin-one/Plugin.accept(Plugin.java:[0-9]*) < UnloadedLoader.leakThrough'
    holds stacks ' < URLClassLoader@[0-9a-f]*/Plugin.accept(Plugin.java:[0-9]*) < UnloadedLoader.leakThrough'
}

# HotSpot never frees method ids: the agent must not create them for each class of a program that makes and drops many.
# Ids for all 30000 classes take 15 MB and more.
classes_that_come_and_go_cost_little_memory() {
    for kind in hidden loaders; do
        LD_PRELOAD=$jemalloc MALLOC_CONF=prof:true,prof_active:false "$java" -XX:+UseSerialGC -Xmx64m \
            -cp "$build/programs" ClassChurn $kind 30000 > without
        profiled prof:true,prof_active:false '' -XX:+UseSerialGC -Xmx64m ClassChurn $kind 30000 > with
        echo "$kind: $(cat with) KiB with the agent, $(cat without) KiB without"
        test $(($(cat with) - $(cat without))) -lt 10240
    done
}

# old_versions KIND: the program replaces a method while it runs, by another or by the same.
old_versions() {
    profiled $every final=true -javaagent:"$build/old-versions.jar" OldVersions "$1" > out 2> err
    stacks
    leak=$(line_of OldVersions 'the line that the test looks for')
    holds stacks "Deflater.<init>(Deflater.java:[0-9]*) < OldVersions.Loop.run(OldVersions.java:$leak) < "
    grep 'OldVersions.lambda.main.0' stacks > of_thread
    # The others that it made were ended; the JVM's own memory of their first call may be of the moment before the name.
    lacks of_thread 'Deflater.init(Native Method) < .*unknown Java method'
}

old_versions_of_methods_have_names() { old_versions another; }
methods_replaced_by_their_like_have_names() { old_versions same; }

# untouched OPTIONS CONF: the program's output and status are what they are without the agent. CONF is jemalloc's, or none.
untouched() {
    for ending in return exit throw; do
        status "$java" -cp "$build/programs" Endings $ending > out.plain 2> err.plain
        if [ "$2" = none ]; then
            status "$java" -agentpath:"$library=java=false,$1" -cp "$build/programs" Endings $ending > out 2> err
        else
            status env LD_PRELOAD="$jemalloc" MALLOC_CONF="$2" "$java" -agentpath:"$library=java=false,$1" \
                -cp "$build/programs" Endings $ending > out 2> err
        fi
        cmp out.plain out
        cmp err.plain err
    done
}

without_jemalloc_the_program_is_untouched() {
    untouched hook=true none
    untouched active=true none
    untouched active=true,final=true,folder="$PWD/dumps" none
    test -n "$(ls dumps/*.final.heap)"
}

with_prof_false_the_program_is_untouched() {
    untouched active=true,final=true,folder="$PWD/dumps" prof:false
    test -n "$(ls dumps/*.final.heap)"
}

# lesser HIDDEN OPTIONS: the program on a jemalloc without the controls of those names.
lesser() {
    status env LESSER_JEMALLOC="$1" LD_PRELOAD="$build/liblesser.so:$jemalloc" MALLOC_CONF=$every "$java" \
        -agentpath:"$library=java=false,final=true,folder=$PWD/dumps,${2-}" -cp "$build/programs" Endings exit > out 2> err
    holds out '^status 3$'
}

a_jvm_that_has_the_library_preloaded_is_left_alone() {
    rm -rf "$JEMSCOPE_RUNTIME_DIR"
    LD_PRELOAD=$library "$java" -cp "$build/programs" InflaterLeak > out 2> err
    "$java" -cp "$build/programs" InflaterLeak > expected
    sed 's/^LD_PRELOAD=.*/LD_PRELOAD=null/' out | cmp - expected
    test ! -s err
    test ! -e "$JEMSCOPE_RUNTIME_DIR"
}

without_the_hook_profiles_are_native_and_it_is_told() {
    lesser experimental.hooks.prof_backtrace
    test "$(wc -l < err)" -eq 1
    holds err '^jemscope: jemalloc 5[^ ]* has no backtrace hook'
    stacks
    holds stacks 'libz'
    lacks stacks 'Deflater'
    holds dumps/*.final.heap ' main$'
}

a_jemalloc_built_without_profiling_is_sampled_by_ours() {
    lesser config.prof,opt.prof active=true
    test ! -s err
    stacks
    holds stacks ' < java.util.zip.Deflater.init(Native Method) < '
}

bad_options_are_told_and_ignored() {
    profiled $every 'nonsense=1,hook=perhaps,final=true,garbage' Endings return > out 2> err
    test "$(wc -l < err)" -eq 3
    holds err '^jemscope: option nonsense is ignored: '
    holds err '^jemscope: option hook is ignored: '
    holds err '^jemscope: option garbage is ignored: '
    holds err 'nonsense is ignored: .* nearest is '
    test "$(fact samples.java)" -gt 0
}

settings_come_from_properties_and_the_environment_too() {
    echo 'final = true' > conf
    JEMSCOPE_CONFIG=$PWD/conf profiled $every 'dumps.keep=3' -Djemscope.hook=false Endings return > out 2> err
    test ! -s err
    test "$(fact samples.java)" -eq 0
}

the_hook_set_from_a_virtual_thread_works() {
    profiled $every hook=false,final=true $access VirtualHook "$library" > out
    holds out '^setHook 0$'
    test "$(fact samples.java)" -gt $(($(fact samples) / 2))
    test "$(fact samples.empty)" -gt 0 # compiler threads, which only the checks of the VM's threads tell
}

# One of them loads the agent; each of the others that has another value for the option is told that it stays.
attaches_at_once_load_one_agent() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every "$java" -XX:+EnableDynamicAgentLoading -cp "$build/programs" \
        AttachAtOnce "$library" "java=false,final=true,folder=$PWD/dumps" > out 2> err
    cat err
    test "$(grep -c '^jemscope: Jemscope is in this program already' err)" -eq 4
    test -s dumps/*.final.heap
}

# An attach before VMInit comes second all the same: what it switches off stays off.
an_attach_before_the_jvm_is_up_is_obeyed() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every "$java" -XX:+EnableDynamicAgentLoading -cp "$build/programs" \
        -javaagent:"$build/attach-early.jar=$library java=false,hook=false" \
        -agentpath:"$library=java=false,final=true,folder=$PWD/dumps" InflaterLeak > out 2> err
    cat err
    test ! -s err
    stacks
    holds stacks .
    lacks stacks 'InflaterLeak'
}

# early_attach AGENT_OPTION…: attaches before the live phase, in which the program's system class loader is made.
early_attach() {
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=$every "$java" -XX:+StartAttachListener "$@" \
        -XX:+EnableDynamicAgentLoading -Djava.system.class.loader=WaitingLoader -cp "$build/programs" InflaterLeak
    "$home/bin/jcmd" $child JVMTI.agent_load "$library" "\"java=false,hook=false\"" > attach
    echo >&9
    end_waiting_program
    cat attach err
    test $code -eq 0
    grep '^jemscope: ' err > said || true
    # Later JDKs refuse it themselves.
    if grep -q '^Dynamic agent loading is only permitted in the live phase' attach; then
        test ! -s said
    else
        holds said 'the JVM is still starting or already ending, so this attach changes nothing\. Attach again when'
        test "$(wc -l < said)" -eq 1
    fi
}

an_attach_before_the_live_phase_leaves_the_agent_at_work() {
    early_attach -agentpath:"$library=java=false,final=true,folder=$PWD/dumps"
    stacks
    holds stacks 'Deflater.init(Native Method) < .*InflaterLeak.leak(InflaterLeak.java:[0-9]*) < '
}

an_attach_alone_before_the_live_phase_is_told() { early_attach; }

# What the hook's function can reach in the library's own code, and what that calls outside of it.
the_hook_calls_no_function_that_allocates_locks_or_links() {
    objdump -d --no-show-raw-insn "$library" | awk '
        /^[0-9a-f]+ <.*>:$/ { name = $2; gsub(/[<>:]/, "", name); next }
        /[ \t](callq?|jmpq?|j[a-z]+|bl?|b\.[a-z]+|cbn?z|tbn?z) .*<[^>]*>/ {
            target = $0
            sub(/.*</, "", target)
            sub(/[+>].*/, "", target)
            sub(/@.*/, "@plt", target)
            if (target != name && !((name, target) in seen)) {
                seen[name, target] = 1
                calls[name] = calls[name] " " target
            }
        }
        END {
            count = 1
            queue[1] = "sampled"
            found["sampled"] = 1
            for (i = 1; i <= count; i++) {
                number = split(calls[queue[i]], targets, " ")
                for (j = 1; j <= number; j++) {
                    if (!(targets[j] in found)) {
                        found[targets[j]] = 1
                        queue[++count] = targets[j]
                    }
                }
            }
            for (i = 1; i <= count; i++) print queue[i]
        }' > reached
    grep -x sampled reached
    grep -x frames_number reached
    grep -x resolver_wake reached
    grep '@plt' reached | sort > outside
    cat outside
    test -s outside
    lacks outside -v '^\(__errno_location\|__stack_chk_fail\|memcpy\|memmove\|memset\|clock_gettime\|pthread_getspecific\|pthread_self\|sem_post\|syscall\)@plt$'
}

# The sampler's alone, 32 bytes: they lie beside the thread, where no linker is needed to find them.
the_librarys_thread_local_storage_needs_no_linker_and_it_binds_at_once() {
    readelf -lW "$library" > segments
    holds segments LOAD
    holds segments '^ *TLS .* 0x000020 R '
    readelf -rW "$library" > relocations
    holds relocations JUMP_SLO
    lacks relocations 'tls_get_addr\|DTPMOD\|TLSDESC'
    readelf -dW "$library" > dynamic
    holds dynamic 'BIND_NOW\|FLAGS_1.*NOW'
}

# The floor of the JDKs' own builds, so that a JVM on any system they support starts with the library.
the_library_needs_glibc_2_17_at_most() {
    objdump -T "$library" | sed -n 's/.*(*GLIBC_\([0-9.]*\))* *\([^ ]*\)$/\1 \2/p' > versions
    holds versions '^2[0-9.]* pthread_getspecific$'
    while read -r needed function; do
        newest=$(printf '%s\n%s\n' "$needed" 2.17 | sort -V | tail -1)
        [ "$newest" = 2.17 ] || echo "$function needs GLIBC_$needed: see glibc_2_17.h"
    done < versions > newer
    lacks newer .
}

every_byte=prof:true,prof_active:true,lg_prof_sample:0

# The dynamic linker's own allocations are sampled while it resizes a thread's table of thread-local variables.
a_thread_older_than_the_jvm_keeps_its_heap() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every_byte "$build/embedder" "$home/lib/server/libjvm.so" \
        "$build/thread-locals" Children -Djava.class.path="$build/programs" \
        -agentpath:"$library=java=false,final=true,folder=$PWD/dumps" > out
    holds out '^the heap is whole$'
    test "$(fact samples.java)" -gt 0
    test "$(fact samples.thread.native)" -gt 0
}

a_java_thread_that_loads_libraries_keeps_its_heap() {
    profiled $every_byte final=true $access ThreadLocals "$build/libthreadlocals.so" "$build/thread-locals" > out
    holds out '^the heap is whole$'
    stacks
    holds stacks 'ThreadLocals.use(Native Method) < .*ThreadLocals.lambda'
}

# guarded PROGRAM…: with a library that watches the hook.
guarded() {
    LD_PRELOAD=$build/libguard.so:$jemalloc MALLOC_CONF=$every "$java" -Xmx128m \
        -agentpath:"$library=java=false,final=false" -cp "$build/programs" "$@" > out 2> err || true
    grep '^guard: ' err | cut -c -200 > guard
    echo 'guard: sampled, thread-local storage 0, allocations 0' | cmp - guard
}

the_hook_uses_no_thread_local_storage_of_the_jvm() {
    guarded InflaterLeak
    for collector in G1 Serial Parallel Z; do
        guarded -XX:+Use${collector}GC UnderLoad 1000
    done
    guarded DeoptStorm 1000 2
    if [ "$version" -ge 21 ]; then
        guarded VirtualLeak
    fi
}

virtual_threads_show_their_lines() {
    profiled $every final=true VirtualLeak
    stacks
    holds stacks 'Deflater.init(Native Method) < .*VirtualLeak.leak(VirtualLeak.java:[0-9]*) < .*java.lang.VirtualThread.run('
}

checked_jni_finds_nothing() {
    "$java" -cp "$build/endings" Endings return > out.plain
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every "$java" -Xcheck:jni \
        -agentpath:"$library=agent=$build/agent.jar,folder=$PWD/agent" -cp "$build/endings" Endings return > out 2> err
    cmp out.plain out
    test ! -s err
    profiled $every final=true -Xcheck:jni UnloadedLoader > out
    test "$(cat out)" = unloaded
}

# ends ENDING STATUS [JVM_OPTION]
ends() {
    rm -rf dumps
    status profiled $every final=true $access ${3:-} Endings "$1" "$build/libending.so" > out 2> err
    holds out "^status $2\$"
    lacks err '^jemscope: '
    # One dump, of this process, and all of it.
    test "$(ls dumps | wc -l)" -eq 2
    test "$(fact names)" = ''
    stacks
    holds stacks 'Deflater.init(Native Method) < .*Endings.main(Endings.java:[0-9]*)$'
}

every_ending_leaves_a_final_dump() {
    ends return 0
    ends exit 3
    ends halt 4
    ends throw 1
    ends memory 1 -Xmx32m
    # These the JVM tells nobody of: it can't even make the thread that would take it down; nobody asks it.
    ends full 1 -Xmx32m
    ends native-exit 6
    ends fork 0
}

# Blocked from the start: by whoever started the program, so on every thread.
signals_that_were_always_blocked_do_not_keep_the_final_dump_away() {
    status env --block-signal=USR1,PIPE LD_PRELOAD="$jemalloc" MALLOC_CONF=$every "$java" $access \
        -agentpath:"$library=java=false,final=true,folder=$PWD/dumps" -cp "$build/programs" \
        Endings native-exit "$build/libending.so" > out 2> err
    holds out '^status 6$'
    lacks err '^jemscope: '
    stacks
    holds stacks 'Deflater.init(Native Method) < .*Endings.main(Endings.java:[0-9]*)$'
}

# Where the JVM ends by exit(), as JDK 17 does, there is a dump, and where by _exit(), as JDK 25 does, none; never half of one.
a_full_heap_that_ends_the_jvm_at_once_leaves_a_whole_dump_or_none() {
    status profiled $every final=true -Xmx32m -XX:+ExitOnOutOfMemoryError Endings full > out 2> err
    holds out '^status 3$'
    lacks err '^jemscope: '
    if [ -e dumps ]; then
        test "$(ls dumps | wc -l)" -eq 2
        stacks
        holds stacks 'Deflater.init(Native Method) < .*Endings.main(Endings.java:[0-9]*)$'
    fi
}

# leaves_none ENDING STATUS [JVM_OPTION]: there is no moment for a dump.
leaves_none() {
    rm -rf dumps
    status profiled $every final=true $access -Xmx32m -XX:ErrorFile="$PWD/error" ${3:-} Endings "$1" \
        "$build/libending.so" > out 2> err
    holds out "^status $2\$"
    test ! -e dumps
}

endings_without_a_moment_leave_none() {
    (
        ulimit -c 0
        leaves_none full 134 -XX:+CrashOnOutOfMemoryError
        lacks err '^jemscope: '
        leaves_none full 1 '-XX:+CrashOnOutOfMemoryError -XX:-CreateCoredumpOnCrash'
        leaves_none crash 134
        lacks err '^jemscope: '
        # An exit in the middle of whatever a signal interrupted, malloc perhaps; and one that looks just like it.
        for ending in 'signal 8 14' 'blocked 9 15'; do
            set -- $ending
            leaves_none "$1" "$2"
            holds err "^jemscope: no final dump was written, since exit() was called on a thread that blocks signal $3, "
            test "$(grep -c '^jemscope: ' err)" -eq 1
        done
    )
}

# The VM refuses stacks inside deoptimisation, so these samples have native frames only, and are counted.
samples_inside_deoptimisation_are_counted() {
    profiled $every,prof_accum:true final=true -Xmx256m DeoptStorm 3000 4 > out 2> err
    cat out err
    grep '^# samples' dumps/*.final.heap.symbols
    holds out '^worked$'
    test ! -s err
    test "$(fact samples.failed.deopt)" -gt 0
    test "$(fact samples.java)" -gt 0
}

# wait_until CONDITION: half a minute at most.
wait_until() {
    tries=0
    until eval "$1"; do
        tries=$((tries + 1))
        test $tries -lt 300
        sleep 0.1
    done
}

# waiting_program COMMAND…: starts it in the background with its standard input held open on descriptor 9.
waiting_program() {
    mkfifo input
    "$@" < input > out 2> err 9>&- &
    child=$!
    exec 9> input
    wait_until 'grep -qx ready out'
}

# Also of a dead child, which the shell then has waited for.
end_waiting_program() {
    code=0
    wait $child || code=$?
    exec 9>&-
}

a_signal_leaves_a_final_dump() {
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=$every "$java" \
        -agentpath:"$library=java=false,final=true,folder=$PWD/dumps" -cp "$build/programs" Endings wait
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    stacks
    holds stacks 'Deflater.init(Native Method) < .*Endings.main(Endings.java:[0-9]*)$'
}

a_running_program_is_joined_by_attach() {
    # The attach leaves the environment as it is: so the preload is by hand, as it would be.
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=prof:true,prof_active:false,lg_prof_sample:10 "$java" \
        -cp "$build/programs" Endings wait
    # In quotes of its own: jcmd would take java=false for an option of the command's.
    "$home/bin/jcmd" $child JVMTI.agent_load "$library" "\"java=false,active=true,folder=$PWD/first\"" > attach
    holds attach 'return code: 0'
    printf x >&9
    wait_until 'grep -qx "went on" out'
    # What can be changed is changed by a second attach, what can't be is told.
    "$home/bin/jcmd" $child JVMTI.agent_load "$library" \
        "\"java=false,final=true,active=false,follow=true,folder=$PWD/dumps\"" > again
    holds again 'return code: 0'
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    holds err '^jemscope: .* stay as they were: follow\.'
    test "$(grep -c '^jemscope: ' err)" -eq 1
    test ! -e first
    stacks
    holds stacks 'Deflater.init(Native Method) < .*Endings.main(Endings.java:[0-9]*)$'
    test "$(fact before.hook)" = 0
    test "$(fact rss)" -gt 10000000
    test "$(fact threads.unnamed)" -gt 0
}

the_agent_leaves_and_is_taken_back() {
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=prof:true,prof_active:false "$java" \
        -cp "$build/programs" Endings wait
    # Its stand-in leaves as soon as it has started.
    for turn in 1 2 3; do
        "$home/bin/jcmd" $child JVMTI.agent_load "$library" \
            "\"agent=$build/agent.jar,descriptor=leave,final=true,folder=$PWD/agent\"" > attach
        holds attach 'return code: 0'
        wait_until '[ -f agent/report ] && [ "$(grep -cx stopped agent/report)" -eq $turn ]'
    done
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    # The hook came back each time, and with the agent the last dump has gone.
    test "$(grep -c '^true$' agent/hooked)" -eq 3
    test ! -e agent/*.final.heap
    lacks err '^jemscope: '
}

children_get_the_environment_the_user_had() {
    own=$jemalloc
    JEMSCOPE_SAVED=1 JEMSCOPE_SAVED_MALLOC_CONF=narenas:3 profiled $every '' Children > out
    test "$(cat out)" = MALLOC_CONF=narenas:3
    profiled $every '' Children > out
    test "$(cat out)" = MALLOC_CONF=$every
    JEMSCOPE_SAVED=1 profiled prof:true follow=true Children > out
    printf '%s\n' "JEMSCOPE_RUNTIME_DIR=$JEMSCOPE_RUNTIME_DIR" JEMSCOPE_SAVED=1 "LD_PRELOAD=$own" MALLOC_CONF=prof:true > wanted
    grep -v RUNTIME_DIR out > out.rest
    grep -v RUNTIME_DIR wanted | cmp - out.rest
}

# The programs must not see the runtime folder's variable in the test above.
children_get_the_environment_the_user_had_alone() {
    (unset JEMSCOPE_RUNTIME_DIR && children_get_the_environment_the_user_had)
}

dumps_go_to_a_private_runtime_folder() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every JEMSCOPE_RUNTIME_DIR=$PWD/own "$java" \
        -agentpath:"$library=java=false,final=true" -cp "$build/programs" Endings return
    ls own/dumps/*/*.final.heap own/dumps/*/*.final.heap.symbols
    test "$(stat -c %a own)" = 700
    # A link in its place is somebody else's trap.
    mkdir elsewhere
    ln -s elsewhere linked
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every JEMSCOPE_RUNTIME_DIR=$PWD/linked "$java" \
        -agentpath:"$library=java=false,final=true" -cp "$build/programs" Endings return 2> err
    holds err '^jemscope: no final dump was written, since the folder .*/linked can.t be used: it is a symbolic link'
    test -z "$(ls elsewhere)"
}

a_folder_that_others_may_write_to_is_refused() {
    mkdir dumps
    chmod 777 dumps
    status profiled $every final=true Endings exit > out 2> err
    holds out '^status 3$'
    holds err '^jemscope: no final dump was written, since the folder .*/dumps can.t be used: other users may write to it'
    test -z "$(ls dumps)"
    # One that others may only read is as good as any.
    chmod 755 dumps
    profiled $every final=true Endings return > out
    ls dumps/*.final.heap
}

# A folder below one that every user may write to: the program is told while it can still name another.
a_bad_folder_is_told_as_soon_as_it_is_named() {
    mkdir above
    chmod 777 above
    refused="folder $PWD/above/dumps can.t be used: its parent folder $PWD/above can be written by every user\\. Name another"
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=$every "$java" \
        -agentpath:"$library=java=false,final=true,folder=$PWD/above/dumps" -cp "$build/programs" Endings wait
    holds err "^jemscope: no final dump will be written, since the $refused"
    test "$(wc -l < err)" -eq 1
    test -z "$(ls above)"
    # One that is fit is taken without a word, and not made before it is needed; and back again.
    "$home/bin/jcmd" $child JVMTI.agent_load "$library" "\"java=false,folder=$PWD/dumps\"" > attach
    test "$(grep -c '^jemscope: ' err)" -eq 1
    test ! -e dumps
    "$home/bin/jcmd" $child JVMTI.agent_load "$library" "\"java=false,final=true,folder=$PWD/above/dumps\"" > attach
    test "$(grep -c "^jemscope: no final dump will be written, since the $refused" err)" -eq 2
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    holds err "^jemscope: no final dump was written, since the $refused"
    test "$(grep -c '^jemscope: ' err)" -eq 3
    test -z "$(ls above)"
}

# The process's number is known before it starts, as every container's first is.
programs_of_the_same_number_keep_their_dumps() {
    mkdir -m 700 dumps
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every sh -c '
        echo $$ > number
        touch dumps/$$.final.heap dumps/$$.2.final.heap.symbols
        exec "$@"' sh "$java" -agentpath:"$library=java=false,final=true,folder=$PWD/dumps" \
        -cp "$build/programs" Endings return 2> err
    test ! -s err
    number=$(cat number)
    test ! -s dumps/$number.final.heap
    test ! -e dumps/$number.2.final.heap
    test -s dumps/$number.3.final.heap
    test -s dumps/$number.3.final.heap.symbols
}

a_dump_that_does_not_fit_leaves_nothing_half() {
    # A limit on file sizes stands for the full disk: the JVM's own performance file would meet it first.
    (
        ulimit -f 4
        profiled $every final=true -XX:-UsePerfData InflaterLeak > out 2> err
    )
    holds err '^jemscope: the final dump could not be written to .*/[0-9]*.final.heap: File too large\. Make room'
    test -z "$(ls dumps)"
}

# The name of the last mapping in the dump; the addresses before it are others in every process.
last_mapping() {
    tail -n 1 dumps/*.final.heap | sed 's/.* //'
}

a_dump_that_fits_but_for_its_maps_is_none() {
    profiled $every final=true -XX:-UsePerfData InflaterLeak > out 2> err
    blocks=$(($(wc -c < "$(ls dumps/*.final.heap)") / 512))
    last=$(last_mapping)
    test -n "$last"
    cut=0
    # The list of mappings is some 20 blocks.
    for less in 3 6 9 12 15 18; do
        rm -f dumps/*
        (
            ulimit -f $((blocks - less))
            profiled $every final=true -XX:-UsePerfData InflaterLeak > out 2> err
        )
        if [ -n "$(ls dumps)" ]; then
            test "$(last_mapping)" = "$last"
            # Dumps differ a little from run to run, and the first may have been a long one.
            blocks=$(($(wc -c < "$(ls dumps/*.final.heap)") / 512))
        else
            holds err '^jemscope: the final dump could not be written to .*/[0-9]*.final.heap: File too large\. Make room'
            cut=$((cut + 1))
        fi
    done
    test "$cut" -gt 0
}

an_unwritable_folder_is_told() {
    touch dumps
    status profiled $every final=true Endings exit > out 2> err
    holds out '^status 3$'
    holds err '^jemscope: no final dump was written, since the folder .* can.t be used: it is not a folder'
}

# with_java_agent OPTIONS: the stand-in for the Java agent, from its jar.
with_java_agent() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every "$java" \
        -agentpath:"$library=agent=$build/agent.jar,folder=$PWD/agent,$1" -cp "$build/endings" Endings "$2"
}

# The Java agent works beside the program: the program waits until its report is there.
java_agent_report() {
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=$every "$java" $deny \
        -agentpath:"$library=agent=$build/agent.jar,folder=$PWD/agent" -cp "$build/endings" Endings wait
    wait_until '[ -s agent/report ]'
}

the_java_agent_runs_apart_and_every_native_works() {
    java_agent_report
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    cat err agent/report
    lacks agent/report '^wrong'
    test "$(grep -c '^ok' agent/report)" -gt 30
    holds agent/report '^ok it prepares'
    holds agent/report '^stopped$'
    test ! -s err # nor has the JVM anything to say of natives that nobody allowed
}

a_java_agent_that_hangs_does_not_hold_the_exit() {
    java_agent_report
    touch agent/hang
    started=$(date +%s)
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    test $(($(date +%s) - started)) -lt 5
}

a_java_agent_that_fails_is_told() {
    waiting_program env LD_PRELOAD="$jemalloc" MALLOC_CONF=$every "$java" \
        -agentpath:"$library=agent=$build/agent.jar,folder=$PWD/agent,descriptor=fail" -cp "$build/endings" Endings wait
    wait_until '[ -s err ]'
    kill -TERM $child
    end_waiting_program
    test $code -eq 143
    holds err '^jemscope: the Java agent could not be started (java.lang.IllegalStateException: told to fail in two lines)'
    test "$(wc -l < err)" -eq 1
}

a_missing_java_agent_is_told() {
    status with_java_agent agent=/none/agent.jar exit > out 2> err
    holds out '^status 3$'
    holds err '^jemscope: the Java agent.s jar can.t be read at /none/agent.jar'
    test "$(wc -l < err)" -eq 1
}

loaded_as_a_library_all_but_the_hook_works() {
    LD_PRELOAD=$jemalloc MALLOC_CONF=$every "$java" $access -cp "$build/programs" LoadedOnly "$library" "$PWD/x.heap" > out
    printf '%s\n' 'canary true' 'version true' 'hooked false' 'setHook 22' 'dump 0' | cmp - out
    test -s x.heap.symbols
    "$java" $access -cp "$build/programs" LoadedOnly "$library" "$PWD/y.heap" > out
    printf '%s\n' 'canary true' 'version true' 'hooked false' 'setHook 22' 'dump 0' | cmp - out
}

# under_load COLLECTOR: samples, unloading, thread starts, the hook on and off, and exit in the middle of it.
under_load() {
    status profiled $every final=true $access "$1" -Xmx128m UnderLoad 2500 "$library" > out 2> err
    cat out err
    grep '^# samples\|^# frames' dumps/*.final.heap.symbols
    holds out '^worked$'
    holds out '^status 5$'
    lacks err '^jemscope: '
    test "$(fact samples.java)" -gt 1000
    # Of classes that live for milliseconds, most names are taken all the same: nearly all where the resolver gets its turn,
    # fewer on a busy machine.
    test "$(fact frames.lost)" -le $(($(fact frames) / 2))
}

load_and_exit_under_g1() { under_load -XX:+UseG1GC; }
load_and_exit_under_serial() { under_load -XX:+UseSerialGC; }
load_and_exit_under_parallel() { under_load -XX:+UseParallelGC; }
load_and_exit_under_zgc() { under_load -XX:+UseZGC; }

exits_while_sampling() {
    for round in 1 2 3 4 5; do
        rm -rf dumps
        status profiled prof:true,prof_active:true,lg_prof_sample:6 final=true -Xmx64m UnderLoad $((round * 40)) > out 2> err
        holds out '^status 5$'
        lacks err '^jemscope: '
        test -s dumps/*.final.heap
    done
}

# Each dump, with or without names, is the user's own: what he told jemalloc to make lies where he told it to.
dumps_that_jemalloc_makes_by_itself_get_their_names() {
    mkdir own
    profiled "$every,lg_prof_interval:20,prof_final:true,prof_prefix:$PWD/own/j" final=false InflaterLeak > out 2> err
    # jemalloc tells of its final dump.
    lacks err jemscope
    test ! -e dumps
    # (Not prof_gdump: jemalloc 5.3.0 can lock itself up by it as the JVM starts, with or without Jemscope.)
    for kind in i f; do
        set -- own/j.*."$kind"*.heap.symbols
        test -e "$1"
        for symbols in "$@"; do
            test "$(stat -c %a "$symbols")" = 600
            test -s "${symbols%.symbols}"
            holds "$symbols" '^---$'
        done
    done
    test -z "$(ls own | grep part)"
    # All of one run, to the millisecond: stores tell runs apart by it.
    test "$(sed -n 's/^# program.start: //p' own/*.symbols | sort -u | wc -l)" = 1
    holds own/j.*.f.heap.symbols '^# kind: final$'
    lacks own/j.*.f.heap.symbols '^# names: incomplete$'
    holds own/j.*.f.heap.symbols ' InflaterLeak.leak(InflaterLeak.java:[0-9]*)$'
    "$java" -cp "$build/programs" Stacks own/j.*.f.heap > stacks
    holds stacks 'java.util.zip.Deflater.init(Native Method) < .*InflaterLeak.leak(InflaterLeak.java:[0-9]*) < '
}

# linked PROGRAM: a jemalloc inside the executable, under the names that the program was linked with.
linked() {
    options=java=false,final=true,folder=$PWD/dumps
    MALLOC_CONF=$every _RJEM_MALLOC_CONF=$every "$build/$1" "$home/lib/server/libjvm.so" InflaterLeak \
        -Djava.class.path="$build/programs" -agentpath:"$library=$options"
    stacks
    holds stacks 'java.util.zip.Deflater.init(Native Method) < .*InflaterLeak.leak(InflaterLeak.java:[0-9]*) < '
    lacks stacks 'libjemscope[^<]*< launcher'
    test "$(fact jemalloc.path)" = "$build/$1"
    test "$(fact samples.java)" -gt 0
}

a_jemalloc_linked_into_the_program_is_found() { linked launcher; }
a_prefixed_jemalloc_is_found() { linked launcher-prefixed; }

echo "native: unit tests"
label=c
for unit in "$build"/*_test; do
    name=$(basename "$unit")
    eval "$name() { '$unit'; }"
    run_test "$name"
done
run_test the_hook_calls_no_function_that_allocates_locks_or_links
run_test the_librarys_thread_local_storage_needs_no_linker_and_it_binds_at_once
run_test the_library_needs_glibc_2_17_at_most

found=0
for home in /usr/lib/jvm/*; do
    [ -h "$home" ] && continue
    java=$home/bin/java
    [ -x "$java" ] && [ -f "$home/lib/server/libjvm.so" ] || continue
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    [ "${version:-0}" -ge 17 ] || continue
    label=jdk$version
    found=$((found + 1))
    access=
    deny=
    # JDK 24 warns of System.load in a program that didn't ask for it. An agent needs no leave.
    if [ "$version" -ge 24 ]; then
        access=--enable-native-access=ALL-UNNAMED
        deny=--illegal-native-access=deny
    fi
    for test in ${JEMSCOPE_TESTS:-java_lines_stand_in_the_stacks \
        the_systems_thread_names_are_left_to_jemalloc a_long_command_is_told_and_where_it_was_cut a_deep_stack_is_marked_as_cut births_can_be_switched_off \
        mappings_are_refused_where_jemalloc_samples mappings_of_another_allocator_do_not_count names_outlive_their_class_loader \
        without_jemalloc_the_program_is_untouched with_prof_false_the_program_is_untouched \
        a_jvm_that_has_the_library_preloaded_is_left_alone \
        without_the_hook_profiles_are_native_and_it_is_told a_jemalloc_built_without_profiling_is_sampled_by_ours \
        bad_options_are_told_and_ignored settings_come_from_properties_and_the_environment_too every_ending_leaves_a_final_dump signals_that_were_always_blocked_do_not_keep_the_final_dump_away \
        endings_without_a_moment_leave_none \
        a_full_heap_that_ends_the_jvm_at_once_leaves_a_whole_dump_or_none a_signal_leaves_a_final_dump \
        a_running_program_is_joined_by_attach the_agent_leaves_and_is_taken_back children_get_the_environment_the_user_had_alone \
        dumps_go_to_a_private_runtime_folder a_dump_that_does_not_fit_leaves_nothing_half \
        a_dump_that_fits_but_for_its_maps_is_none dumps_that_jemalloc_makes_by_itself_get_their_names \
        an_unwritable_folder_is_told a_bad_folder_is_told_as_soon_as_it_is_named a_folder_that_others_may_write_to_is_refused \
        programs_of_the_same_number_keep_their_dumps checked_jni_finds_nothing the_java_agent_runs_apart_and_every_native_works \
        a_java_agent_that_hangs_does_not_hold_the_exit a_java_agent_that_fails_is_told \
        a_missing_java_agent_is_told loaded_as_a_library_all_but_the_hook_works \
        classes_that_come_and_go_cost_little_memory old_versions_of_methods_have_names \
        methods_replaced_by_their_like_have_names \
        load_and_exit_under_g1 load_and_exit_under_serial load_and_exit_under_parallel load_and_exit_under_zgc \
        samples_inside_deoptimisation_are_counted \
        a_thread_older_than_the_jvm_keeps_its_heap a_java_thread_that_loads_libraries_keeps_its_heap \
        the_hook_uses_no_thread_local_storage_of_the_jvm attaches_at_once_load_one_agent an_attach_before_the_jvm_is_up_is_obeyed \
        an_attach_before_the_live_phase_leaves_the_agent_at_work an_attach_alone_before_the_live_phase_is_told exits_while_sampling}; do
        run_test "$test"
    done
    label=jdk$version-glibc
    sampler=ours
    for test in ${JEMSCOPE_TESTS:-java_lines_stand_in_the_stacks a_deep_stack_is_marked_as_cut \
        names_outlive_their_class_loader every_ending_leaves_a_final_dump a_signal_leaves_a_final_dump \
        checked_jni_finds_nothing load_and_exit_under_g1 load_and_exit_under_zgc \
        samples_inside_deoptimisation_are_counted exits_while_sampling}; do
        run_test "$test"
    done
    label=jdk$version
    sampler=jemalloc
    if [ "$version" -ge 21 ]; then
        run_test virtual_threads_show_their_lines
        run_test the_hook_set_from_a_virtual_thread_works
    fi
    if [ -x "$build/launcher" ]; then
        run_test a_jemalloc_linked_into_the_program_is_found
        run_test a_prefixed_jemalloc_is_found
    else
        echo "left out $label  a jemalloc linked into the program is found, a prefixed jemalloc is found:" \
            "there is no libjemalloc.a; install libjemalloc-dev"
    fi
done

if [ "$found" -eq 0 ]; then
    echo "check.sh: no JDK 17 or later under /usr/lib/jvm" >&2
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

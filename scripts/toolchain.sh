# Finds, and where it may installs, what building and running Jemscope needs. Sourced by ./jemscope and ./check.
# POSIX sh: this runs before anything else is known of the machine.

say() {
    printf 'jemscope: %s\n' "$*" >&2
}

# The feature version (17, 25, …) of the JDK in folder $1, read from its release file: no JVM is started to ask.
jdk_version() {
    [ -f "$1/release" ] || return 1
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ -n "$version" ] && printf '%s\n' "$version"
}

# Every JDK on this machine, a line "version folder" each: JAVA_HOME, the javac on the PATH, the system's folders.
jdks() {
    {
        [ -n "${JAVA_HOME:-}" ] && printf '%s\n' "$JAVA_HOME"
        if javac_path=$(command -v javac); then
            dirname "$(dirname "$(readlink -f "$javac_path")")"
        fi
        for folder in /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/java/*; do
            [ -d "$folder" ] && printf '%s\n' "$folder"
        done
    } | while IFS= read -r folder; do
        folder=$(readlink -f "$folder") || continue
        [ -x "$folder/bin/javac" ] && version=$(jdk_version "$folder") && printf '%s %s\n' "$version" "$folder"
    done | sort -u
}

# The folder of the newest JDK, 17 or later.
newest_jdk() {
    jdks | sort -rn | awk '$1 >= 17 { sub(/^[0-9]+ /, ""); print; exit }'
}

# The folder of a JDK of exactly version $1.
jdk_of_version() {
    jdks | awk -v wanted="$1" '$1 == wanted { sub(/^[0-9]+ /, ""); print; exit }'
}

# The jemalloc that would be preloaded; nothing where there is none.
find_jemalloc() {
    if [ -n "${JEMSCOPE_JEMALLOC:-}" ]; then
        printf '%s\n' "$JEMSCOPE_JEMALLOC"
        return
    fi
    for library in "/usr/lib/$(uname -m)-linux-gnu/libjemalloc.so.2" /usr/lib64/libjemalloc.so.2 \
        /usr/lib/libjemalloc.so.2 /usr/local/lib/libjemalloc.so.2; do
        if [ -e "$library" ]; then
            printf '%s\n' "$library"
            return
        fi
    done
}

# Makes sure that packages are there: $1 the words for Debian, $2 for Fedora and its kin, $3 for Alpine.
# Root on a Debian system: installs them. Everybody else: says the one command, and stops.
install_packages() {
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        say "installing $1"
        log=$(mktemp)
        # Networks have hiccups, and a machine that has just started installs things of its own.
        for attempt in 1 2 3; do
            if [ "$attempt" -gt 1 ]; then
                say "apt-get failed: attempt $attempt of 3"
                sleep $((10 * attempt))
            fi
            # The words are a list on purpose.
            # shellcheck disable=SC2086
            if (apt-get -o Acquire::Retries=3 update && DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 \
                -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $1) >"$log" 2>&1; then
                rm -f "$log"
                return
            fi
        done
        tail -n 20 "$log" >&2
        rm -f "$log"
        say "apt-get could not install $1 (its last lines are above). Install them, then run this again."
        exit 125
    fi
    if command -v apt-get >/dev/null; then
        mend="sudo apt-get install -y $1"
    elif command -v dnf >/dev/null; then
        mend="sudo dnf install -y $2"
    elif command -v apk >/dev/null; then
        mend="sudo apk add $3"
    else
        mend="your system's package manager: $1"
    fi
    say "missing on this machine: $1"
    say "install with: $mend"
    exit 125
}

# What building and running need. A JDK is never installed unasked: which one is the user's choice.
require_toolchain() {
    jdk=$(newest_jdk)
    if [ -z "$jdk" ]; then
        say "no JDK 17 or later found (looked at JAVA_HOME, PATH and /usr/lib/jvm)"
        say "install one (Debian: apt-get install openjdk-17-jdk-headless), or set JAVA_HOME"
        exit 125
    fi
    debian='' fedora='' alpine=''
    if ! command -v gcc >/dev/null; then
        debian="$debian gcc libc6-dev" fedora="$fedora gcc glibc-devel" alpine="$alpine gcc musl-dev"
    fi
    if ! command -v make >/dev/null; then
        debian="$debian make" fedora="$fedora make" alpine="$alpine make"
    fi
    if [ -z "$(find_jemalloc)" ]; then
        debian="$debian libjemalloc2" fedora="$fedora jemalloc" alpine="$alpine jemalloc"
    fi
    if ! command -v curl >/dev/null && ! command -v wget >/dev/null; then
        debian="$debian curl ca-certificates" fedora="$fedora curl" alpine="$alpine curl"
    fi
    if [ -n "$debian" ]; then
        install_packages "${debian# }" "${fedora# }" "${alpine# }"
    fi
}

# What the bash tools share; meant to be read with `source`.

# The folder of the checkout, whatever the caller's working folder is.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Runs apt-get as root; a failure is one clear sentence, with apt's own last lines above it.
install_packages() {
    local runner=() log
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "Please install $* (no root rights and no sudo here to do it)."
        runner=(sudo)
    fi
    command -v apt-get >/dev/null || fail "Please install $* (this system has no apt-get)."
    say "Installing $*"
    log=$(mktemp)
    # The lists may be old or missing: try as they are, then once more with fresh ones.
    if ! "${runner[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >"$log" 2>&1; then
        "${runner[@]}" apt-get update -qq >>"$log" 2>&1 || true
        if ! "${runner[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >>"$log" 2>&1; then
            tail -n 5 "$log" >&2
            rm -f "$log"
            fail "apt-get could not install $*; please install it by hand."
        fi
    fi
    rm -f "$log"
}

# need_library PACKAGE HEADER: installs the Debian package when its header is not there.
need_library() {
    [ -e "/usr/include/$2" ] || [ -e "/usr/local/include/$2" ] && return 0
    install_packages "$1"
}

need_build_libraries() {
    need_library liblmdb-dev lmdb.h
    need_library libssl-dev openssl/sha.h
    [ -e "${TZDIR:-/usr/share/zoneinfo}/Europe/London" ] || install_packages tzdata
}

need_swift() {
    command -v swift >/dev/null || fail "Swift 6.3 or later is needed (swift.org/install); no 'swift' on the PATH."
}

# Makes .build/page, the package with the trait Network: the sources by links, and versions of its own. In the checkout
# itself the versions would stay, and each later build without the trait would fetch them all.
page_package() {
    mkdir -p "$root/.build/page"
    local name
    for name in Package.swift Sources Tests; do ln -sfn "../../$name" "$root/.build/page/$name"; done
    cp "$root/tools/page.resolved" "$root/.build/page/Package.resolved"
}

# quietly LABEL SECONDS COMMAND…: runs a command without its output, names it when it takes longer than
# SECONDS, and prints the output when it fails. Returns the command's exit code.
quietly() {
    local label=$1 patience=$2 log watcher code=0
    shift 2
    log=$(mktemp)
    (trap 'kill "$!" 2>/dev/null; exit' TERM; sleep "$patience" & wait "$!"; say "$label") >&2 &
    watcher=$!
    "$@" >"$log" 2>&1 || code=$?
    { kill "$watcher" && wait "$watcher"; } 2>/dev/null || true
    [ "$code" -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$code"
}

import Glibc

/// Turns a fault of the processor while a damaged store is read into an error message and an exit code.
///
/// LMDB carries no checksums: a page pointer that was flipped leads past the end of the file (SIGBUS) or out of the map
/// (SIGSEGV), and a page whose header was flipped may stop LMDB's own assertions (SIGABRT). A program that gets no more
/// memory faults at the null pointer or aborts; that is no damage. For programs only: a library must not take signals
/// from the app that uses it.
package enum StoreFaultHandler {
    /// How a fault is reported.
    package enum Report {
        /// One sentence, or one line of JSON, on standard error; status 74, or 75 where memory is short.
        case text, json
        /// Nothing: the parent process reports it when it sees `silentStatus` or `memoryStatus`.
        case silent
    }

    /// The status of a silent process after a fault of the store.
    package static let silentStatus: Int32 = 99
    /// The status of a silent process that got no more memory.
    package static let memoryStatus: Int32 = 98

    /// Takes SIGBUS, SIGSEGV, SIGFPE and SIGABRT for the rest of the process; call it once, first thing in a program.
    ///
    /// The handler runs on a stack of its own where the main thread faulted. It does nothing but an mmap, one write and
    /// _exit.
    package static func install(_ report: Report = .text) {
        provideStack()
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction =
            switch report {
            case .text: StoreFaultHandler.endWithText
            case .json: StoreFaultHandler.endWithJSON
            case .silent: StoreFaultHandler.endSilently
            }
        action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK) | UInt32(SA_RESETHAND)) | SA_SIGINFO
        for signal in [SIGBUS, SIGSEGV, SIGFPE, SIGABRT] {
            let code = unsafe sigaction(signal, &action, nil)
            precondition(code == 0, "a signal cannot be taken")
        }
    }

    /// Kept for the life of the process: the kernel has its address.
    private static func provideStack() {
        let byteCount = 64 << 10
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
        var stack = unsafe stack_t(ss_sp: memory, ss_flags: 0, ss_size: byteCount)
        let code = unsafe sigaltstack(&stack, nil)
        precondition(code == 0, "no stack for the signal handler")
    }

    private typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// Whether a fault comes of a lack of memory: the thread's last call got none (ENOMEM), or there is none now. A
    /// damaged page makes LMDB follow a null pointer, too, with memory left.
    private static func isOfMemory(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) -> Bool {
        if signal == SIGSEGV, let info = unsafe info?.pointee {
            let address = unsafe UInt(bitPattern: info._sifields._sigfault.si_addr)
            guard info.si_code == missingPage, address < nullPageBytes else { return false }
            return errno == ENOMEM || !hasMemory
        }
        return signal == SIGABRT && !hasMemory
    }

    /// SEGV_MAPERR, which Swift does not import.
    private static let missingPage: Int32 = 1
    private static let nullPageBytes: UInt = 65_536

    /// Whether the process could still get what a large array asks for.
    private static var hasMemory: Bool {
        let probeBytes = 64 << 20
        guard let probe = unsafe mmap(nil, probeBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe probe != MAP_FAILED
        else { return false }
        unsafe munmap(probe, probeBytes)
        return true
    }

    private static let endWithText: Handler = { signal, info, _ in
        // A literal lies in the program's text: nothing is allocated or initialised here.
        let damage: StaticString =
            "error: The store is damaged: a page of data.mdb could not be read.\nhint: Nothing was changed. \"daybook doctor\" shows what is damaged, and what mends it.\n"
        let memory: StaticString =
            "error: Memory is short: the system gave this program no more.\nhint: What was committed before stays. Run the command again with more memory.\n"
        end(unsafe isOfMemory(signal, info), damage: damage, memory: memory)
    }

    private static let endSilently: Handler = { signal, info, _ in _exit(unsafe isOfMemory(signal, info) ? 98 : 99) }

    private static let endWithJSON: Handler = { signal, info, _ in
        let damage: StaticString =
            "{\"error\":{\"code\":\"store.damaged\",\"message\":\"The store is damaged: a page of data.mdb could not be read.\",\"hint\":\"Nothing was changed. \\\"daybook doctor\\\" shows what is damaged, and what mends it.\"}}\n"
        let memory: StaticString =
            "{\"error\":{\"code\":\"memory.short\",\"message\":\"Memory is short: the system gave this program no more.\",\"hint\":\"What was committed before stays. Run the command again with more memory.\"}}\n"
        end(unsafe isOfMemory(signal, info), damage: damage, memory: memory)
    }

    private static func end(_ isOfMemory: Bool, damage: StaticString, memory: StaticString) -> Never {
        let message = isOfMemory ? memory : damage
        _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(isOfMemory ? 75 : 74)
    }
}

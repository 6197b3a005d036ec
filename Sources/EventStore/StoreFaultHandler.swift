import Glibc

/// Turns a fault of the processor while a damaged store is read into an error message and exit code 74.
///
/// LMDB carries no checksums: a page pointer that was flipped leads past the end of the file (SIGBUS) or out of the map (SIGSEGV),
/// and a page whose header was flipped may stop LMDB's own assertions (SIGABRT). For programs only: a library must not take signals
/// from the app that uses it.
package enum StoreFaultHandler {
    /// Takes SIGBUS, SIGSEGV, SIGFPE and SIGABRT for the rest of the process; call it once, first thing in a program.
    ///
    /// How a fault is told.
    package enum Telling {
        /// One sentence, or one line of JSON, on standard error; status 74.
        case text, json
        /// Nothing: the parent process tells it when it sees `silentStatus`.
        case silent
    }

    /// The status of a process that was told to be silent about a fault.
    package static let silentStatus: Int32 = 99

    /// The handler runs on a stack of its own where the main thread faulted, and does nothing
    /// but one write(2) and _exit(2), which POSIX allows in a handler.
    package static func install(_ telling: Telling = .text) {
        provideStack()
        var action = sigaction()
        action.__sigaction_handler.sa_handler =
            switch telling {
            case .text: StoreFaultHandler.endWithText
            case .json: StoreFaultHandler.endWithJSON
            case .silent: StoreFaultHandler.endSilently
            }
        action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK) | UInt32(SA_RESETHAND))
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

    private static let endWithText: @convention(c) (Int32) -> Void = { _ in
        // A literal lies in the program's text: nothing is allocated or initialised here.
        let message: StaticString =
            "error: The store is damaged: a page of data.mdb could not be read.\nhint: Run \"daybook verify\" to see what is damaged; nothing was changed.\n"
        _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(74)
    }

    private static let endSilently: @convention(c) (Int32) -> Void = { _ in _exit(99) }

    private static let endWithJSON: @convention(c) (Int32) -> Void = { _ in
        let message: StaticString =
            "{\"error\":{\"code\":\"store.damaged\",\"message\":\"The store is damaged: a page of data.mdb could not be read.\",\"hint\":\"Run \\\"daybook verify\\\" to see what is damaged; nothing was changed.\"}}\n"
        _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(74)
    }
}

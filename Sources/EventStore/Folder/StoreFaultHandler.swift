internal import CIntegrity
import Glibc

/// Turns a fault of the processor into an error message and an exit code.
///
/// LMDB carries no checksums: a page that was flipped leads past the end of the file (SIGBUS in the map), to a null
/// pointer, or stops LMDB's own assertions (SIGABRT). These alone are damage. A program that gets no more memory faults
/// at the null pointer or aborts. Every other fault, a trap of the runtime (SIGILL, SIGTRAP), and a signal that a
/// process sends, is a defect. For programs only: a library must not take signals from the app that uses it.
package enum StoreFaultHandler {
    /// How a fault is reported.
    package enum Report {
        /// One sentence, or one line of JSON, on standard error; status 74 for damage, 75 where memory is short, else
        /// 70.
        case text, json
        /// Nothing: the parent process reports it when it sees `silentStatus`, `memoryStatus` or `defectStatus`.
        case silent
    }

    /// The status of a silent process after a fault of the store.
    package static let silentStatus: Int32 = 99
    /// The status of a silent process that got no more memory.
    package static let memoryStatus: Int32 = 98
    /// The status of a silent process that a defect ended.
    package static let defectStatus: Int32 = 97

    /// Takes SIGBUS, SIGSEGV, SIGFPE, SIGABRT, SIGILL, SIGTRAP for the rest of the process; call it once, first thing
    /// in a program.
    ///
    /// The handler runs on a stack of its own where the main thread faulted. It does nothing but an mmap, writes and
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
        for signal in [SIGBUS, SIGSEGV, SIGFPE, SIGABRT, SIGILL, SIGTRAP] {
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

    private enum Cause { case damage, memory, defect }

    private static func cause(
        _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
    ) -> Cause {
        guard let info else { return .defect }
        if unsafe isOfMemory(signal, info.pointee) { return .memory }
        return unsafe daybook_fault_in_store(info, context) != 0 ? .damage : .defect
    }

    /// Whether a fault comes of a lack of memory: the thread's last call got none (ENOMEM), or there is none now. A
    /// damaged page makes LMDB follow a null pointer, too, with memory left.
    private static func isOfMemory(_ signal: Int32, _ info: siginfo_t) -> Bool {
        if signal == SIGSEGV {
            let address = unsafe UInt(bitPattern: info._sifields._sigfault.si_addr)
            guard info.si_code == missingPage, address < UInt(DAYBOOK_NULL_PAGE) else { return false }
            return errno == ENOMEM || !hasMemory
        }
        return signal == SIGABRT && !hasMemory
    }

    /// SEGV_MAPERR, which Swift does not import.
    private static let missingPage: Int32 = 1

    /// Whether the process could still get what a large array asks for.
    private static var hasMemory: Bool {
        let probeBytes = 64 << 20
        guard let probe = unsafe mmap(nil, probeBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe probe != MAP_FAILED
        else { return false }
        unsafe munmap(probe, probeBytes)
        return true
    }

    // Literals lie in the program's text: nothing is allocated or initialised in a handler.

    private static let endSilently: Handler = { signal, info, context in
        switch unsafe cause(signal, info, context) {
        case .damage: _exit(99)
        case .memory: _exit(98)
        case .defect: _exit(97)
        }
    }

    private static let endWithText: Handler = { signal, info, context in
        end(unsafe cause(signal, info, context), asJSON: false)
    }

    private static let endWithJSON: Handler = { signal, info, context in
        end(unsafe cause(signal, info, context), asJSON: true)
    }

    private static func end(_ cause: Cause, asJSON isJSON: Bool) -> Never {
        let (status, code, message, hint) = words(of: cause)
        if isJSON {
            write("{\"error\":{\"code\":\"")
            write(code)
        }
        write(isJSON ? "\",\"message\":\"" : "error: ")
        write(message)
        write(isJSON ? "\",\"hint\":\"" : "\nhint: ")
        writeCommitted()
        write(" ")
        write(hint, escaped: isJSON)
        write(isJSON ? "\"}}\n" : "\n")
        _exit(status)
    }

    private static func words(
        of cause: Cause
    ) -> (status: Int32, code: StaticString, message: StaticString, hint: StaticString) {
        switch cause {
        case .damage:
            (
                74, "store.damaged", "The store is damaged: a page of data.mdb could not be read.",
                "\"daybook doctor\" shows what is damaged, and what mends it."
            )
        case .memory:
            (
                75, "memory.short", "Memory is short: the system gave this program no more.",
                "Run the rest again with more memory."
            )
        case .defect:
            (
                70, "defect", "A fault of the processor or a signal ended the program.",
                "Where no one sent a signal, this is a defect of daybook; please report it with its command."
            )
        }
    }

    /// States what the process committed before the fault, so that no one enters it again.
    private static func writeCommitted() {
        // At most twenty digits.
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &digits) { digits in
            // The memory of the three numbers, as bytes.
            let count = unsafe daybook_noted_commit(digits.baseAddress!.assumingMemoryBound(to: CChar.self))
            guard count > 0 else { return write("Nothing was changed.") }
            write("What was committed stays: the ledger holds ")
            _ = unsafe Glibc.write(2, digits.baseAddress, count)
            write(" events.")
        }
    }

    /// - Parameter isEscaped: Whether the quotes of the message are escaped, as in a string of JSON.
    private static func write(_ message: StaticString, escaped isEscaped: Bool = false) {
        let count = message.utf8CodeUnitCount
        var start = 0
        for index in 0..<(isEscaped ? count : 0) where unsafe message.utf8Start[index] == UInt8(ascii: "\"") {
            _ = unsafe Glibc.write(2, message.utf8Start + start, index - start)
            write("\\")
            start = index
        }
        _ = unsafe Glibc.write(2, message.utf8Start + start, count - start)
    }
}

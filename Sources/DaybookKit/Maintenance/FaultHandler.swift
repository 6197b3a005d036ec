import EventStore

/// Turns a fault of the processor into an error message and an exit code: 74 where it comes of a damaged store, 75
/// where memory is short, else 70; for programs only.
public enum FaultHandler {
    /// Takes SIGBUS, SIGSEGV, SIGFPE and SIGABRT for the rest of the process; call it once, first thing in a program.
    ///
    /// `json`: the message is one line of JSON.
    public static func install(json: Bool = false) { StoreFaultHandler.install(json ? .json : .text) }

    /// The same for a child process, which says nothing: its parent knows the fault by `silentStatus`.
    public static func installSilently() { StoreFaultHandler.install(.silent) }

    /// The exit status of a process that was set to be silent about a fault of a damaged store.
    public static let silentStatus = StoreFaultHandler.silentStatus
    /// The status of such a process that got no more memory.
    public static let memoryStatus = StoreFaultHandler.memoryStatus
    /// The status of such a process that another fault or a signal ended.
    public static let defectStatus = StoreFaultHandler.defectStatus
}

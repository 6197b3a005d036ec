import EventStore

/// Turns a fault of the processor while a damaged store is read into an error message and exit code 74; for programs only.
public enum FaultHandler {
    /// Takes SIGBUS, SIGSEGV, SIGFPE and SIGABRT for the rest of the process; call it once, first thing in a program.
    ///
    /// `json`: the message is one line of JSON.
    public static func install(json: Bool = false) { StoreFaultHandler.install(json: json) }
}

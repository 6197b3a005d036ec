import CProcess
import DaybookDomains
import Glibc

/// Where a command's output and input go: the process's own, or those of a test.
public final class Console {
    /// Takes bytes; throws when they cannot be written.
    public typealias Sink = ([UInt8]) throws -> Void
    /// Gives the next bytes; nil at the end.
    public typealias Source = () throws -> [UInt8]?

    let outIsTerminal: Bool
    let errorIsTerminal: Bool
    /// Whether a person types what is read.
    let inputIsTerminal: Bool
    let input: Source
    /// The descriptor that `input` reads; nil where it reads none.
    let inputDescriptor: Int32?
    /// Whether what is written is JSON: on a terminal its characters that are not shown are escaped.
    var isJSON = false
    /// The link that leaves records of this ledger's person out of the answer, until a line names it.
    var setAside: OwnSetAside?
    private let outSink: Sink
    private let errorSink: Sink
    /// Where standard output waits for its reader while a ledger is read; nil where it never has to.
    private let spool: OutputSpool?
    private var isSpooling = false
    /// Whether a part of what was written since `beginSpooling` is with its reader, on standard error too.
    private var hasSentSome = false
    private var terminal = TerminalJSON()
    private var pending: [UInt8] = []
    private var progressIsShown = false
    private var kept: [Any] = []
    private var reportsToError = false
    /// Whether standard output holds a file, which nothing may be added to.
    private(set) var hasWrittenFile = false
    /// A line that stands above the first line of an answer; beside a file on standard output, on standard error.
    var heading: String?

    public convenience init(
        out: @escaping Sink, error: @escaping Sink, input: @escaping Source, outIsTerminal: Bool = false,
        errorIsTerminal: Bool = false,
        inputIsTerminal: Bool = false
    ) {
        self.init(out: out, error: error, input: input, spool: nil, (outIsTerminal, errorIsTerminal, inputIsTerminal))
    }

    private init(
        out: @escaping Sink, error: @escaping Sink, input: @escaping Source, inputDescriptor: Int32? = nil,
        spool: OutputSpool?,
        _ terminals: (out: Bool, error: Bool, input: Bool)
    ) {
        self.spool = spool
        outSink = out
        errorSink = error
        self.input = input
        self.inputDescriptor = inputDescriptor
        (outIsTerminal, errorIsTerminal, inputIsTerminal) = terminals
    }

    /// The three standard streams of the process.
    public static func ofProcess() -> Console {
        let out = Descriptor(number: 1, name: "standard output", hint: answerLost)
        var isWide = false
        return Console(
            out: { bytes in
                if !isWide, bytes.count >= 1 << 16 {
                    out.widen()
                    isWide = true
                }
                try out.write(bytes)
            },
            error: { try Descriptor(number: 2, name: "standard error").write($0) },
            input: { try Descriptor(number: 0, name: "standard input").read() }, inputDescriptor: 0,
            spool: OutputSpool(out),
            (isatty(1) == 1, isatty(2) == 1, isatty(0) == 1))
    }

    private static let answerLost = "Only the answer is lost: what the command did to the ledger stands."

    /// Holds what a command needs no more for as long as the console is there. The program's own is there to the end:
    /// an answer of very many pieces then goes with the process, where to free one after another took a twentieth of
    /// the time.
    func keep(_ value: Any) { kept.append(value) }

    /// Writes a line to standard output; several are gathered, on a terminal each goes at once.
    func write(line: String) throws { try write(line: (isJSON ? line : Text.printed(line)).utf8) }

    /// Appends a line given as UTF-8.
    func write(line: some Sequence<UInt8>) throws {
        writeHeading()
        pending.append(contentsOf: line)
        pending.append(UInt8(ascii: "\n"))
        try flushIfMany(isLine: true)
    }

    /// The heading, which is not written any more; nil where it was.
    func removeHeading() -> String? {
        defer { heading = nil }
        return heading
    }

    private func writeHeading() {
        // In JSON a member of the answer says so.
        guard let heading, !isJSON else { return }
        self.heading = nil
        pending.append(contentsOf: (heading + "\n").utf8)
    }

    /// Shows a text without ending its line, for a person to answer behind it.
    func prompt(_ text: String) throws {
        writeHeading()
        pending.append(contentsOf: Text.printed(text).utf8)
        try flush()
    }

    /// Lets a person see what was written so far, where no ledger is read meanwhile.
    func flushToTerminal() throws { if outIsTerminal, !isSpooling { try flush() } }

    /// While a ledger is read, more waits: an answer that meets damage can be given anew as long as nothing of it is
    /// with its reader.
    private func flushIfMany(isLine: Bool = false) throws {
        if pending.count > (isSpooling ? Console.waitingBytes : 1 << 16) || isLine && outIsTerminal && !isSpooling {
            try flush()
        }
    }

    private static let waitingBytes = 1 << 20

    /// Drops what waits; false where a part of it is with its reader.
    func dropWaiting() -> Bool {
        if hasSentSome { return false }
        pending.removeAll(keepingCapacity: true)
        return true
    }

    func flush() throws {
        if pending.isEmpty { return }
        // Output that could not be written is not tried again.
        defer { pending.removeAll(keepingCapacity: true) }
        try send(pending)
    }

    private func send(_ bytes: [UInt8]) throws {
        if reportsToError { return try errorSink(bytes) }
        let shown = isJSON && outIsTerminal ? terminal.escaped(bytes) : bytes
        hasSentSome = true
        if isSpooling, let spool { try spool.write(shown) } else { try outSink(shown) }
    }

    /// Lets what is written from here on wait for its reader in a file.
    func beginSpooling() { (isSpooling, hasSentSome) = (true, false) }

    /// Gives what waits to the reader, at the reader's pace.
    func endSpooling() throws {
        try flush()
        isSpooling = false
        try spool?.drain()
    }

    /// Standard output holds a file: what is written from here on goes to standard error.
    func reportToError() throws {
        try flush()
        reportsToError = true
    }

    /// Writes a file to standard output. A terminal gets no file that could steer it.
    ///
    /// - Throws: `Rejection` `output.controls`.
    func write(file bytes: [UInt8]) throws {
        hasWrittenFile = true
        if let heading = removeHeading() { try write(errorLine: heading) }
        if outIsTerminal { try Console.checkShown(bytes) }
        try write(bytes: bytes)
    }

    /// Throws `Rejection` `output.controls` for a file that a terminal would obey.
    static func checkShown(_ bytes: [UInt8]) throws {
        guard hasControls(bytes) else { return }
        throw Rejection(
            code: "output.controls",
            message:
                "The file has control characters or is no text: on a terminal they would not be shown, but obeyed.",
            hint: "Name a file to write, or send it into a pipe.")
    }

    private static func hasControls(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return true }
        // A carriage return stands before a line feed, or it writes over its line.
        if text.contains(where: { $0 != "\r\n" && $0.unicodeScalars.contains("\r") }) { return true }
        return UnshownCharacters.contains(text) { $0 == "\n" || $0 == "\r" || $0 == "\t" }
    }

    /// Lets the body append bytes to what goes to standard output.
    func write(_ body: (inout [UInt8]) throws -> Void) throws {
        writeHeading()
        try body(&pending)
        try flushIfMany()
    }

    /// Writes bytes as they are; on a terminal, too, many go at once.
    func write(bytes: [UInt8]) throws {
        writeHeading()
        // Many go on their way as they are, behind what waits.
        if bytes.count > (isSpooling ? Console.waitingBytes : 1 << 16) {
            try flush()
            return try send(bytes)
        }
        pending.append(contentsOf: bytes)
        try flushIfMany()
    }

    func write(errorBytes bytes: [UInt8]) throws {
        hasSentSome = true
        try flush()
        endProgress()
        try errorSink(bytes)
    }

    /// Writes a line to standard error, after what stands on standard output.
    func write(errorLine line: String) throws {
        hasSentSome = true
        try flush()
        endProgress()
        let bytes = Array(((isJSON ? line : Text.printed(line)) + "\n").utf8)
        var terminal = TerminalJSON()
        try errorSink(isJSON && errorIsTerminal ? terminal.escaped(bytes) : bytes)
    }

    /// Shows how far long work is, over itself; only on a terminal, and not beside JSON.
    func showProgress(_ text: String) {
        guard errorIsTerminal, !isJSON else { return }
        progressIsShown = true
        // Progress is a courtesy: an error here would hide the work's own result.
        try? errorSink(Array("\r\u{1B}[K\(text)".utf8))
    }

    func endProgress() {
        guard progressIsShown else { return }
        progressIsShown = false
        // Progress is a courtesy: an error here would hide the work's own result.
        try? errorSink(Array("\r\u{1B}[K".utf8))
    }
}

/// A file descriptor that bytes are read from or written to.
struct Descriptor {
    let number: Int32
    /// As messages name it.
    let name: String
    /// The remedy when it cannot be written.
    var hint: String?
    /// Whether it is a file that will be waited for on disk: the disk begins with the first bytes then.
    var isAwaited = false
    /// Where what its reader does not take at once waits.
    var spool: OutputSpool?

    func write(_ bytes: [UInt8]) throws {
        if let spool { return try spool.write(bytes) }
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try writeSome(rest)) }
        if isAwaited { daybook_begin_writing_out(number) }
    }

    /// Writes what is taken at once; how many bytes. With `mayBeFull` none where that would be waited for.
    func writeSome(_ bytes: ArraySlice<UInt8>, mayBeFull: Bool = false) throws -> Int {
        while true {
            let written = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if written >= 0 { return written }
            if errno == EINTR { continue }
            if mayBeFull, errno == EAGAIN { return 0 }
            throw Fault(
                .damaged, code: "output.failed",
                message: "Writing \(name) failed: \(String(cString: strerror(errno))).", hint: hint)
        }
    }

    /// Lets a pipe hold more of a long output, so that writing it does not wait for its reader at each 64 KiB. The call
    /// fails for other files and at the system's limit, and then changes nothing.
    func widen() { _ = fcntl(number, Descriptor.setPipeSize, 1 << 20) }

    /// F_SETPIPE_SZ of fcntl(2), which the C library shows to programs of GNU's dialect alone.
    private static let setPipeSize: Int32 = 1_031

    /// At most 64 KiB; nil at the end.
    func read() throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            if count > 0 { return Array(bytes[..<count]) }
            if count == 0 { return nil }
            if errno == EINTR { continue }
            let (isFolder, reason) = (errno == EISDIR, String(cString: strerror(errno)))
            throw Fault(
                isFolder ? .missing : .damaged, code: "file.unreadable", message: "Reading \(name) failed: \(reason).",
                hint: isFolder ? "That is a folder; name a file in it." : nil)
        }
    }
}

/// Lines out of a source of bytes, without ever holding more than one of them.
struct LineReader {
    /// No line of any input may be longer: an event takes 64 KiB, a picture's part in an export 88 KiB.
    static let lineBytesMaximum = 4 << 20

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let source: Console.Source
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the line that `next` gave last, from 1.
    private(set) var number = 0

    init(_ source: @escaping Console.Source) { self.source = source }

    /// The next line without its end (LF or CRLF); nil when there is no more.
    mutating func next() throws -> [UInt8]? {
        var scanned = start
        while true {
            if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return removeBytes(start..<end)
            }
            scanned = buffer.count
            if isAtEnd {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return removeBytes(start..<buffer.count)
            }
            guard buffer.count - start <= LineReader.lineBytesMaximum else {
                number += 1
                throw LineFailure(
                    line: number,
                    reason: Fault(.unreadable, code: "line.tooLong", message: "The line is longer than 4 MiB."))
            }
            buffer.removeFirst(start)
            scanned -= start
            start = 0
            if let more = try source() { buffer.append(contentsOf: more) } else { isAtEnd = true }
        }
    }

    private mutating func removeBytes(_ range: Range<Int>) -> [UInt8] {
        number += 1
        // Some editors begin UTF-8 text with a mark, which belongs to no line.
        let line =
            number == 1 && buffer[range].starts(with: LineReader.byteOrderMark)
            ? buffer[range].dropFirst(3) : buffer[range]
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
}

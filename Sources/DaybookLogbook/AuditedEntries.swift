import DaybookKit
public import EventModel
public import Logbook

/// The entries that an audit looks through, oldest first: those that count.
///
/// A report of a long logbook names each of them several times, in orders other than that of memory. Their names lie
/// together in `lines` and `texts`, so that few entries are fetched.
public struct AuditedEntries: RandomAccessCollection, Sendable {
    /// By its place.
    public let lines: [EntryLine]
    /// The texts that the lines point into.
    public let texts: [UInt8]
    /// Where they were read, and where in that each lies.
    private let parts: [HeldEntries]
    private let places: [EntryPlace]

    init(lines: [EntryLine], texts: [UInt8], parts: [HeldEntries], places: [EntryPlace]) {
        self.lines = lines
        self.texts = texts
        self.parts = parts
        self.places = places
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { places.count }
    public subscript(place: Int) -> AuditedEntry { AuditedEntry(entry: entry(at: place)) }

    /// One that is read again has no id of its event. O(bytes of it).
    func entry(at place: Int) -> FlightEntry {
        let (lines, texts) = (lines, texts)
        return parts[Int(places[place].part)].entry(at: Int(places[place].index)) {
            lines[place].stream(of: texts.span)
        }
    }

    /// Whether the name of the one comes before the name of the other.
    func isNamed(_ place: Int, before other: Int) -> Bool {
        // Byte by byte in place: most names begin alike, and thousands are compared.
        let texts = texts.span
        let (name, another) = (texts.extracting(lines[place].id), texts.extracting(lines[other].id))
        for index in 0..<Swift.min(name.count, another.count) where name[index] != another[index] {
            return name[index] < another[index]
        }
        return name.count < another.count
    }
}

/// Entries as one thread read them. For most a report needs only their lines. Short bodies are kept, one behind the
/// other, and decoded again where a whole entry is needed, because decoded flights take several times as much memory.
struct HeldEntries: Sendable {
    private enum Held: Sendable {
        /// Where the body of its one event ends, and the position of that.
        case single(end: Int, Position)
        case folded(FlightEntry)
    }

    private var held: [Held] = []
    private var bodies: [UInt8] = []
    /// Where the bodies of all singles before an entry end.
    private var starts: [Int] = []

    var count: Int { held.count }

    mutating func reserve(_ count: Int) {
        held.reserveCapacity(count)
        starts.reserveCapacity(count)
        // As much as an imported entry with some remarks takes; room that is not used is never memory.
        bodies.reserveCapacity(count * 224)
    }

    mutating func add(_ entry: FlightEntry) {
        starts.append(bodies.count)
        held.append(.folded(entry))
    }

    /// Of a longer body, as a long remark makes it, the flight itself is kept: it takes no more.
    static let bytesKept = 256

    /// A record that is no more than its one event says; the body is one of a flight, and short.
    mutating func add(_ body: RawSpan, at position: Position) {
        starts.append(bodies.count)
        body.append(to: &bodies)
        held.append(.single(end: bodies.count, position))
    }

    /// One of them, by the order of reading; what is read again has no id of its event. O(bytes of it).
    func entry(at index: Int, _ stream: () -> StreamID) -> FlightEntry {
        switch held[index] {
        case .folded(let entry): return entry
        case .single(let end, let position):
            // It was read as one before it was kept.
            guard let flight = try? Flight(fields: bodies.span.bytes.extracting(starts[index]..<end)) else {
                preconditionFailure("a body that was read before")
            }
            return FlightEntry(flight, stream: stream(), created: .unasked, position: position)
        }
    }
}

/// Where an entry lies among those that several threads read.
struct EntryPlace {
    let part: Int32
    let index: Int32
}

/// One of the entries of an audit.
public struct AuditedEntry: Sendable {
    let entry: FlightEntry

    public var stream: StreamID { entry.stream }
    public var flight: Flight { entry.flight }
}

/// The name of an entry in a report. The texts stand in `AuditedEntries.texts`: the id, then the route.
public struct EntryLine: Sendable {
    public let date: CivilDate
    private let idCount: UInt8
    /// 0 for a route that may have to be escaped, or is long: it is asked of the flight.
    private let routeCount: UInt8
    private let hasArrow: Bool
    private var start: Int
    public let hours: Hours

    /// Appends the texts of an entry, and points to them.
    init(_ stream: StreamID, _ flight: borrowing Flight, into texts: inout [UInt8]) {
        start = texts.count
        stream.writeID(into: &texts)
        // An id has 64 characters at the most.
        idCount = UInt8(texts.count - start)
        let (first, second) = flight.routeParts
        hasArrow = second != nil
        if EntryLine.isPlain(first), second.map(EntryLine.isPlain) ?? true {
            texts.append(contentsOf: first.utf8)
            if let second {
                texts.append(contentsOf: Flight.routeArrow.utf8)
                texts.append(contentsOf: second.utf8)
            }
        }
        routeCount = UInt8(texts.count - start - Int(idCount))
        date = flight.date
        hours = flight.totalHours
    }

    /// The same, of texts that lie behind so many bytes of others.
    func moved(by count: Int) -> EntryLine {
        var line = self
        line.start += count
        return line
    }

    var id: Range<Int> { start..<start + Int(idCount) }

    func stream(of texts: Span<UInt8>) -> StreamID {
        var name = Array("flight/".utf8)
        EntryLine.copy(texts, id, into: &name)
        return StreamID(unchecked: String(decoding: name, as: UTF8.self))
    }

    /// Whether the line states the route.
    public var statesRoute: Bool { routeCount > 0 }
    /// How many columns of a screen the route takes: only the arrow has more bytes than columns.
    public var routeWidth: Int {
        Int(routeCount) - (hasArrow ? Flight.routeArrow.utf8.count - Flight.routeArrow.count : 0)
    }

    /// Appends the id, or as much of it.
    public func writeID(of texts: Span<UInt8>, atMost most: Int = Int.max, into bytes: inout [UInt8]) {
        EntryLine.copy(texts, id.prefix(most), into: &bytes)
    }

    /// Appends the route in the form of `Flight.route`, where the line states it: no byte of it is escaped in JSON or
    /// on a page.
    public func writeRoute(of texts: Span<UInt8>, into bytes: inout [UInt8]) {
        EntryLine.copy(texts, id.endIndex..<id.endIndex + Int(routeCount), into: &bytes)
    }

    /// In one piece: byte by byte takes a tenth of the whole report.
    private static func copy(_ texts: Span<UInt8>, _ range: Range<Int>, into bytes: inout [UInt8]) {
        texts.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Whether it is short, and printable ASCII without what JSON or a page escapes.
    private static func isPlain(_ text: String) -> Bool {
        let units = text.utf8.span
        if units.count > 64 { return false }
        for index in units.indices {
            switch units[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
                return false
            case 0x20..<0x7F: continue
            default: return false
            }
        }
        return true
    }
}

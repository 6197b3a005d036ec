public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook

/// The statements of a printed logbook before its first entry.
public struct BookContents: Sendable {
    public let asOf: AnsweredAsOf
    /// The ledger's name and its logs.
    public let logs: AuditedLogs
    /// How many entries it has.
    public let entries: Int
    /// The days of the first and the last entry.
    public let days: ClosedRange<CivilDate>?
    public let classes: BookClasses
    /// The columns in which some entry has a figure.
    public let filled: Set<BookFigures.Column>
    /// The aircraft that are described, by their registrations in upper case.
    public let aircraft: [String: AircraftDescription]
    /// Totals of earlier logbooks, and what they come to.
    public let forwarded: [StatedTotals]
    public let broughtForward: BookFigures
}

/// An entry of a printed logbook.
public struct BookEntry: Sendable {
    public let stream: StreamID
    public let flight: Flight
    public let figures: BookFigures
    /// Those that stand.
    public let signatures: [BookSignature]
    /// Whether they disagree.
    public let isDisputed: Bool
}

/// A signature that stands on a flight of a printed logbook, or on an endorsement.
public struct BookSignature: Hashable, Sendable {
    public let event: EventID
    public let cfiNumber: String
    public let signerName: String?
    /// The day in the ledger's zone on which the key signed, or else the lock was recorded.
    public let signedOn: CivilDate
    /// The last day of the signer's certificate or recent experience, where the signature states it.
    public let certificateThrough: CivilDate?
    /// The finding about the instructor's key; nil where the owner alone states the signature.
    public let key: KeySignature?
}

extension Ledger {
    /// Reads the entries that count through the day asked about, oldest first, of one state of the ledger: `begin` gets
    /// what is known of all of them, then `entry` each.
    ///
    /// One entry is held at a time; of the others only their names. Where a day was asked about, a signature that was
    /// recorded after it is left out.
    ///
    /// - Complexity: O(entries · log entries); two readings of each.
    public func readBook(
        _ asOf: AsOf = .now, begin: (BookContents) throws -> Void, entry: (BookEntry) throws -> Void
    ) throws {
        let shown = AsOf(
            on: try answered(asOf).on, known: asOf.known, supposing: asOf.supposing)
        try withView(shown) { known, answered, transaction in
            let aircraft = try aircraft(shown)
            let fleet = Fleet(aircraft)
            let flown = aircraft.filter { !$0.isTrainingDevice }.map { AircraftKind($0) }
            let classes = BookClasses(flown)
            @Sendable func figures(_ flight: Flight) -> BookFigures {
                BookFigures(
                    flight,
                    classColumn: fleet.device(of: flight) != nil
                        ? nil : classes.column(of: fleet.kind(of: flight.aircraft)))
            }
            let named = try rows(known, answered, shown, transaction) { entry -> NamedEntry? in
                guard entry.mask == nil else { return nil }
                let figures = figures(entry.flight)
                return NamedEntry(stream: entry.stream, date: entry.flight.date, filled: figures.filled)
            }
            let forwarded = try forwardedTotals(known, transaction).filter { $0.totals.date <= answered.on }
            let broughtForward = forwarded.reduce(into: BookFigures()) { $0 += BookFigures($1.totals) }
            let filled = named.reduce(broughtForward.filled) { $0 | $1.filled }
            try begin(
                BookContents(
                    asOf: answered, logs: try auditedLogs(at: answered.position), entries: named.count,
                    days: named.last.flatMap { first in named.first.map { first.date...$0.date } }, classes: classes,
                    filled: Set(BookFigures.Column.allCases.filter { filled & 1 << $0.rawValue != 0 }),
                    aircraft: Dictionary(aircraft.map { (Designator.folded($0.id), $0) }) { _, last in last },
                    forwarded: forwarded, broughtForward: broughtForward))
            let logs = try transaction.logRecords(try transaction.storeRecord())
            let own = Set(try ownKeys(logs, transaction).keys)
            for name in named.reversed() {
                // It was there in the same state of the ledger.
                guard let loaded = try engine.stream(name.stream, knownAt: known, transaction),
                    let found = FlightEntry(loaded)
                else { continue }
                let last = asOf.on == nil ? nil : answered.on
                try entry(
                    BookEntry(
                        stream: found.stream, flight: found.flight, figures: figures(found.flight),
                        signatures: try bookSignatures(loaded, through: last, own: own, logs, transaction),
                        isDisputed: found.isDisputed))
            }
        }
    }

    /// The signatures that stand on a record; those that were recorded after `last` are left out.
    func bookSignatures(
        _ loaded: LoadedStream, through last: CivilDate?, own: Set<Bytes32>, _ logs: [LogRecord],
        _ transaction: borrowing StoreRead
    ) throws -> [BookSignature] {
        if loaded.fold.standing.isEmpty { return [] }
        let keys = try keySignatures(of: loaded, own: own, logs, transaction)
        return loaded.events.filter { loaded.fold.standing.contains($0.id) }.compactMap { event in
            guard let signature = FlightSignature(event) else { return nil }
            if let last, zone.date(at: signature.recorded) > last { return nil }
            let key = keys.first { $0.event == event.id }
            return BookSignature(
                event: event.id, cfiNumber: signature.cfiNumber, signerName: signature.signerName,
                signedOn: zone.date(at: key?.attested ?? signature.recorded),
                certificateThrough: signature.certificateThrough, key: key)
        }
    }
}

extension BookFigures {
    /// The columns in which it has a figure, a bit each.
    fileprivate var filled: UInt32 {
        Column.allCases.reduce(into: UInt32(0)) { if self[$1] != 0 { $0 |= 1 << $1.rawValue } }
    }
}

/// An entry as it is held until it is read again.
private struct NamedEntry: Sendable {
    let stream: StreamID
    let date: CivilDate
    /// The columns in which it has a figure, a bit each.
    let filled: UInt32
}

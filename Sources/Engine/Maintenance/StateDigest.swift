import EventModel
import EventCodec
import EventSourcing
import EventStore
import ReadModels
import TransparencyLog

/// The digest of the canonical projections: what two ledgers with the same events agree on, whatever the order they
/// arrived in.
///
/// SHA-256 over "daybook/state/1", the evaluators, then each stream in bytewise order of names that has any of these:
/// its name, its dated rows (the key where there is one, ledger, day, measures), its events that are not effective, the
/// digest of its registers. Such an event is its content id, status, reason and cause. At the end stand the days and
/// sums of each ledger. It contains no position, no arrival, no version, no clock.
struct StateDigest: ~Copyable {
    private var buffer = HashedBytes()

    init(_ registry: Registry) {
        buffer.text("daybook/state/1")
        buffer.text(registry.evaluators)
        for ledger in registry.ledgers {
            buffer.text(ledger.name)
            buffer.variable(UInt64(ledger.version))
        }
    }

    mutating func begin(_ stream: RawSpan) {
        buffer.variable(UInt64(stream.byteCount))
        buffer.append(stream)
    }

    mutating func row(ledger: Int, day: CivilDate, key: [UInt8]?, values: Span<Int64>) {
        buffer.byte(key == nil ? 1 : 5)
        if let key {
            buffer.variable(UInt64(key.count))
            buffer.append(key.span.bytes)
        }
        buffer.variable(UInt64(ledger))
        buffer.signed(Int64(day.day))
        buffer.signed(values)
    }

    mutating func flagged(_ events: [(id: EventID, event: FlaggedEvent)]) {
        for (id, event) in events.sorted(by: { $0.id < $1.id }) {
            buffer.byte(2)
            buffer.append(id.words)
            buffer.byte(event.status)
            buffer.text(event.reason)
            buffer.byte(event.because == nil ? 0 : 1)
            if let because = event.because { buffer.append(because.words) }
        }
    }

    mutating func registers(_ digest: Bytes32?) {
        guard let digest else { return }
        buffer.byte(3)
        buffer.append(digest)
    }

    mutating func table(_ table: DayTable) {
        buffer.byte(4)
        for day in table.days { self.day(day.date, day.rows, day.sums.span) }
    }

    mutating func table(_ table: DayTableBuilder) {
        buffer.byte(4)
        table.visit { date, rows, sums in day(date, rows, sums) }
    }

    private mutating func day(_ date: CivilDate, _ rows: Int, _ sums: Span<Int64>) {
        buffer.signed(Int64(date.day))
        buffer.variable(UInt64(rows))
        buffer.signed(sums)
    }

    mutating func finish() -> Bytes32 { buffer.finish() }
}

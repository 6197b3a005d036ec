import DaybookDomains
import Engine
import EventCodec
import EventModel
import Foundation
import LedgerTestSupport

/// Several threads append to one ledger until they are killed or have done their units; every acknowledged event
/// becomes a line.
struct Appending: Sendable {
    private let ledger: Ledger
    private let threads: Int
    private let units: Int
    private let batch: Int
    private let seed: UInt64
    private let tag: String
    private let sharedStreams: Int
    private let heavyOneIn: Int

    init(_ options: Options) throws {
        ledger = try Driver.open(options)
        threads = options.number("threads", 1)
        units = options.number("units", Int.max)
        batch = options.number("batch", 4)
        seed = UInt64(options.number("seed", 1))
        sharedStreams = options.number("streams", 4)
        heavyOneIn = options.number("heavy", 20)
        tag = options.has("tag") ? options.text("tag") : "\(seed)"
        Output.line("made")
    }

    func run() throws {
        let group = DispatchGroup()
        for number in 0..<threads {
            group.enter()
            let thread = Thread {
                var writer = Writer(
                    ledger: ledger, random: SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number)),
                    name: "\(tag)-\(number)", batch: batch,
                    sharedStreams: sharedStreams, heavyOneIn: heavyOneIn)
                do { try writer.run(units: units) } catch { exit(Driver.report(error)) }
                group.leave()
            }
            thread.start()
        }
        group.wait()
        ledger.close()
    }
}

/// One thread's appends: what is new, what changes its own flights, what repeats, what must be refused.
private struct Writer {
    let ledger: Ledger
    var random: SeededRandom
    let name: String
    let batch: Int
    let sharedStreams: Int
    let heavyOneIn: Int
    private var flights: [OwnFlight] = []
    private var count = 0

    private struct OwnFlight {
        let create: EventDraft
        let id: EventID
        var isLocked = false
        var isRemoved = false
    }

    /// The effect of a unit on the flights once it is acknowledged.
    private enum Change {
        case new(EventDraft)
        case lock(Int, Bool)
        case remove(Int, Bool)
        case none
    }

    init(ledger: Ledger, random: SeededRandom, name: String, batch: Int, sharedStreams: Int, heavyOneIn: Int) {
        self.ledger = ledger
        self.random = random
        self.name = name
        self.batch = batch
        self.sharedStreams = sharedStreams
        self.heavyOneIn = heavyOneIn
    }

    mutating func run(units: Int) throws {
        for number in 0..<sharedStreams { try append([shared(number)], [.none]) }
        for _ in 0..<units {
            switch random.below(16) {
            case 0: try repeatOne()
            case 1: try breakLock()
            case 2: try changeShared()
            default: try appendUnit()
            }
        }
    }

    /// A flight that every writer logs with the same key: the first one makes it, the others find it there.
    private func shared(_ number: Int) -> EventDraft {
        EventDraft(
            stream: StreamID(kind: "flight", id: "shared-\(number)"), type: "flight.logged",
            data: .json(
                .object(pairs: [
                    "date": .string("2024-03-0\(number % 9 + 1)"), "hobbs": .number("1.\(number % 10)"),
                    "dayLandings": .integer(1),
                ])),
            key: "shared-\(number)")
    }

    private mutating func appendUnit() throws {
        var drafts: [EventDraft] = []
        var changes: [Change] = []
        var touched: Set<Int> = []
        for _ in 0...random.below(max(1, batch)) {
            let index = flights.isEmpty ? 0 : random.below(flights.count)
            if flights.isEmpty || random.below(10) < 5 || !touched.insert(index).inserted {
                let draft = newFlight()
                drafts.append(draft)
                changes.append(.new(draft))
            } else {
                let (draft, change) = self.change(index)
                drafts.append(draft)
                changes.append(change)
            }
        }
        try append(drafts, changes)
    }

    private mutating func newFlight() -> EventDraft {
        count += 1
        let date = CivilDate(year: 2022, month: 1, day: 1)!.adding(days: random.below(1_200))
        let data: JSONValue = .object(pairs: [
            "date": .string(date.description), "hobbs": .number("\(random.below(9)).\(1 + random.below(9))"),
            "dayLandings": .integer(1 + random.below(5)),
            "nightLandings": .integer(random.below(3)), "from": .string("KAAA"),
            "to": .string("K\(random.below(9_999))"), "remarks": .string(remarks()),
        ])
        return EventDraft(
            stream: StreamID(kind: "flight", id: "\(name)-\(count)"), type: "flight.logged", data: .json(data),
            key: random.oneIn(2) ? "key-\(name)-\(count)" : nil)
    }

    /// Mostly short; now and then longer than a page takes.
    private mutating func remarks() -> String {
        let length = heavyOneIn > 0 && random.oneIn(heavyOneIn) ? 2_000 + random.below(9_000) : random.below(160)
        let letters = Array("abcdefghijklmnopqrstuvwxyz 0123456789")
        return String((0..<length).map { _ in letters[random.below(letters.count)] })
    }

    private mutating func change(_ index: Int) -> (EventDraft, Change) {
        let stream = flights[index].create.stream
        if flights[index].isLocked {
            return (
                draft(stream, "signature.voided", ["reason": .string("wrong day")], computed: true), .lock(index, false)
            )
        }
        if flights[index].isRemoved { return (draft(stream, "flight.restored", [:]), .remove(index, false)) }
        switch random.below(4) {
        case 0:
            return (
                draft(stream, "flight.signed", ["cfiNumber": .string("1234567")], computed: true), .lock(index, true)
            )
        case 1: return (draft(stream, "flight.removed", ["reason": .string("twice")]), .remove(index, true))
        default: return (amend(stream), .none)
        }
    }

    private mutating func amend(_ stream: StreamID) -> EventDraft {
        draft(
            stream, "flight.amended",
            ["remarks": .string(remarks()), "hobbs": .number("\(1 + random.below(8)).\(random.below(10))")])
    }

    private func draft(
        _ stream: StreamID, _ type: String, _ data: KeyValuePairs<String, JSONValue?>, computed: Bool = false
    ) -> EventDraft {
        EventDraft(
            stream: stream, type: type, data: .json(.object(pairs: data)), intent: computed ? .computed() : .plain)
    }

    /// Appends, and reports what was acknowledged.
    private mutating func append(_ drafts: [EventDraft], _ changes: [Change]) throws {
        let receipt = try append(kept: drafts)
        guard receipt.ids.count == drafts.count, receipt.appended + receipt.duplicates == drafts.count else {
            throw Rejection(
                code: "driver.receipt", message: "The receipt \(receipt) is not one of \(drafts.count) drafts.")
        }
        if receipt.appended == drafts.count {
            let first = receipt.position.value - UInt64(receipt.appended - 1)
            let lines = zip(drafts, receipt.ids).enumerated().map {
                "ack \(first + UInt64($0)) \($1.1.hex) \($1.0.key ?? "-")"
            }
            Output.line(lines.joined(separator: "\n"))
        }
        for (change, id) in zip(changes, receipt.ids) {
            switch change {
            case .new(let create): flights.append(OwnFlight(create: create, id: id))
            case .lock(let index, let isLocked): flights[index].isLocked = isLocked
            case .remove(let index, let isRemoved): flights[index].isRemoved = isRemoved
            case .none: break
            }
        }
    }

    /// A unit that is kept counts as acknowledged, whatever became of the checkpoint file.
    private func append(kept drafts: [EventDraft]) throws -> AppendReceipt {
        do { return try ledger.engine.append(drafts) } catch let kept as KeptUnit { return kept.receipt } catch {
            throw translation(of: error)
        }
    }

    /// The same draft with the same key again: reported as a duplicate of the same event.
    private mutating func repeatOne() throws {
        let keyed = flights.filter { $0.create.key != nil }
        guard !keyed.isEmpty else { return }
        let flight = keyed[random.below(keyed.count)]
        let receipt = try append(kept: [flight.create])
        guard receipt.duplicates == 1, receipt.ids == [flight.id] else {
            throw Rejection(
                code: "driver.duplicate", message: "A repeated key was not found: \(flight.create.key ?? "").")
        }
    }

    /// A change of a signed flight must be refused, and refuse nothing else.
    private mutating func breakLock() throws {
        guard let index = flights.firstIndex(where: \.isLocked) else { return }
        do { _ = try append(kept: [amend(flights[index].create.stream)]) } catch let refusal as DraftRefusal {
            guard let rejection = refusal.reason as? Rejection, rejection.code == "signature.locked" else {
                throw refusal
            }
            return
        }
        throw Rejection(code: "driver.lock", message: "A change of a signed flight was taken.")
    }

    /// Another writer may have signed or removed it: a refusal is as good as an event.
    private mutating func changeShared() throws {
        guard sharedStreams > 0 else { return }
        let stream = StreamID(kind: "flight", id: "shared-\(random.below(sharedStreams))")
        let next: EventDraft
        switch random.below(4) {
        case 0: next = draft(stream, "flight.signed", ["cfiNumber": .string("7")], computed: true)
        case 1: next = draft(stream, "signature.voided", ["reason": .string("again")], computed: true)
        default: next = amend(stream)
        }
        do { try append([next], [.none]) } catch is DraftRefusal { return }
    }
}

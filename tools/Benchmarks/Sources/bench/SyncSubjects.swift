import DaybookDomains
import Foundation
import Replication

/// Two ledgers of one person, and a pipe between them with the answering one on a thread of its own.
private final class Wire: @unchecked Sendable {  // `failure` is read after the thread has ended
    private let there = Pipe()
    private let back = Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private var failure: (any Error)?

    /// One exchange, from its beginning to its end.
    static func sync(_ ledger: Ledger, _ peer: Ledger) throws -> SyncOutcome {
        let wire = Wire()
        Thread.detachNewThread {
            do {
                try peer.answer(
                    over: ByteStream(read: { Wire.read(wire.there) }, write: { try Wire.write($0, wire.back) }))
            } catch { wire.failure = error }
            wire.ended.signal()
        }
        let outcome = try ledger.sync(
            over: ByteStream(read: { Wire.read(wire.back) }, write: { try Wire.write($0, wire.there) }))
        try wire.there.fileHandleForWriting.close()
        wire.ended.wait()
        if let failure = wire.failure { throw failure }
        return outcome
    }

    private static func read(_ pipe: Pipe) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(pipe.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], _ pipe: Pipe) throws {
        try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    }
}

/// Base of the benchmarks of the exchange: a ledger with the workload's events, and another device of the person.
class SyncQuestion: Subject {
    let name = "daybook"
    func events(of workload: Workload) -> Int { workload.count }
    var ledger: Ledger?
    var peer: Ledger?
    var outcome = SyncOutcome()

    func prepare(_ workload: Workload, folder: String) throws {
        let ledger = try makeLedger(folder)
        self.ledger = ledger
        peer = try Ledger.create(
            at: folder + "/peer", person: .joining(seed: try ledger.exportPrincipal()), environment: .daybook())
    }

    func append(_ workload: Workload, _ range: Range<Int>, to ledger: Ledger) throws {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 4_000) {
            _ = try ledger.append(
                (start..<min(start + 4_000, range.upperBound)).map { workload.shape.flight($0).draft })
        }
    }

    func run(_ workload: Workload) throws { outcome = try Wire.sync(peer!, ledger!) }

    func digest(_ workload: Workload) throws -> String {
        let (one, other) = (try ledger!.digest(), try peer!.digest())
        guard one == other else { throw BenchmarkError("after the exchange the two ledgers are not one") }
        return "\(one.events) events, \(outcome.roundTrips) round trips"
    }

    func value(seconds: Double, events: Int) -> Double { Double(events) / seconds }

    func finish() {
        ledger?.close()
        peer?.close()
        (ledger, peer) = (nil, nil)
    }
}

/// Two ledgers that are one already, with three live origins; bytes of the whole exchange.
final class SyncInSync: SyncQuestion {
    override func prepare(_ workload: Workload, folder: String) throws {
        try super.prepare(workload, folder: folder)
        let third = try Ledger.create(
            at: folder + "/third", person: .joining(seed: try ledger!.exportPrincipal()), environment: .daybook())
        defer { third.close() }
        for (number, device) in [ledger!, peer!, third].enumerated() {
            try append(workload, workload.count * number / 3..<workload.count * (number + 1) / 3, to: device)
        }
        for (one, other) in [(ledger!, peer!), (ledger!, third), (ledger!, peer!)] { _ = try Wire.sync(one, other) }
    }

    override func value(seconds: Double, events: Int) -> Double { Double(outcome.bytesSent + outcome.bytesReceived) }
}

/// A peer that holds the first half catches up with the second; per cent of bytes besides the events' own.
final class SyncTail: SyncQuestion {
    private var own = 0

    override func events(of workload: Workload) -> Int { workload.count - workload.count / 2 }
    override func prepare(_ workload: Workload, folder: String) throws {
        try super.prepare(workload, folder: folder)
        try append(workload, 0..<workload.count / 2, to: ledger!)
        _ = try Wire.sync(peer!, ledger!)
        try append(workload, workload.count / 2..<workload.count, to: ledger!)
        var sizes: [Int] = []
        _ = try ledger!.exportLines { line in
            let value = try JSONParser.parse(Array(line.utf8))
            let parts = ["envelope", "salt", "body"].compactMap { value[$0]?.stringValue.flatMap(Base64.decode)?.count }
            if parts.count == 3 { sizes.append(parts.reduce(0, +)) }
        }
        own = sizes.suffix(events(of: workload)).reduce(0, +)
    }

    override func value(seconds: Double, events: Int) -> Double {
        100 * (Double(outcome.bytesSent + outcome.bytesReceived) / Double(own) - 1)
    }
}

/// A new device takes everything, and checks it all.
final class SyncFresh: SyncQuestion {
    override func prepare(_ workload: Workload, folder: String) throws {
        try super.prepare(workload, folder: folder)
        try append(workload, 0..<workload.count, to: ledger!)
    }
}

/// A hundred flights of another device's past arrive in a ledger that stands; milliseconds.
final class MergePast: SyncQuestion {
    private var bundle: [UInt8] = []

    override func prepare(_ workload: Workload, folder: String) throws {
        try super.prepare(workload, folder: folder)
        try append(workload, 0..<workload.count, to: ledger!)
        let past = Shape(count: workload.count + 100)
        _ = try peer!.append(
            (0..<100).map { number in
                // Days throughout the history, under names of their own.
                let flight = past.flight(workload.count / 100 * number)
                return EventDraft(
                    stream: BenchStream.named("flight/past-\(number)"), type: "flight.logged",
                    data: .fields(flight.body(withKey: false)))
            })
        bundle = []
        _ = try peer!.exportBundle { bundle += $0 }
    }

    override func run(_ workload: Workload) throws {
        var rest: [UInt8]? = bundle
        let stated = try ledger!.importBundle {
            defer { rest = nil }
            return rest
        }
        guard stated.received == 101 else { throw BenchmarkError("\(stated.received) events were received") }
    }

    override func digest(_ workload: Workload) throws -> String {
        try stateDigest(ledger!, expecting: workload.count + 101)
    }
    override func value(seconds: Double, events: Int) -> Double { seconds * 1000 }
}

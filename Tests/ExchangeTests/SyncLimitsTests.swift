import EventCodec
import EventModel
import LedgerTestSupport
import Replication
import SyncProtocol
import Testing
import TransparencyLog

/// A cargo that exceeds the limits of an exchange is refused by its writer before the first byte, and by its reader at
/// the event that exceeds it.
@Suite struct SyncLimitsTests {
    private static let key = try! SigningKey(seed: [UInt8](repeating: 7, count: 32))
    private static let remedy =
        "Nothing was written. \"daybook bundle export FILE --for FRONTIER\" writes what one ledger lacks; "
        + "\"daybook backup\" has no such limit."

    private static func refusal(_ body: () throws -> Void) -> String {
        do { try body() } catch let rejection as Rejection {
            #expect(rejection.hint == remedy)
            return "\(rejection.code): \(rejection.message)"
        } catch { return "\(error)" }
        return "none"
    }

    private static func said(_ what: String, _ maximum: String) -> String {
        "exchange.tooLarge: The other side would be given \(what); at most \(maximum) can be read."
    }

    /// A tail of events that share one body.
    private static func tail(of count: Int, bytes: Int) throws -> Tail {
        let body = [UInt8](repeating: 0, count: bytes)
        let event = StoredEvent(envelope: [0xA0], salt: [UInt8](repeating: 0, count: 16), body: body)
        let head = try Head(publicKey: key.publicKey, size: UInt64(count), root: SHA256Hasher.emptyRoot).signed(by: key)
        return Tail(head: head, start: 0, events: Array(repeating: event, count: count))
    }

    /// How many bytes a bundle writer gives out before it refuses.
    private static func bundle(_ tails: [Tail], blobs: [[UInt8]] = []) throws -> (bytes: Int, refusal: String) {
        let (cargo, person) = (SyncMessage.Cargo(tails: tails, blobs: blobs), PrincipalID(publicKey: key.publicKey))
        let places = tails.map { _ in BundleHeader.Place(rootBefore: SHA256Hasher.emptyRoot, edge: MerkleEdge()) }
        var count = 0
        let said = refusal {
            _ = try BundleWriter.write(cargo, places: places, principal: person) { count += $0.count }
        }
        return (count, said)
    }

    @Test("exchange.tooLarge: a log of more than 1 GiB is refused before the first byte of a bundle")
    func tailOfABundle() throws {
        let written = try Self.bundle([Self.tail(of: 17_000, bytes: 65_500)])
        #expect(written == (0, Self.said("1063 MiB of one log", "1024 MiB")))
    }

    @Test("exchange.tooLarge: more logs or attachments than a bundle holds")
    func countsOfABundle() throws {
        let tail = try Self.tail(of: 0, bytes: 0)
        let logs = try Self.bundle(Array(repeating: tail, count: 65_537))
        #expect(logs == (0, Self.said("65537 paths of logs", "65536")))
        let blobs = try Self.bundle([], blobs: Array(repeating: [1], count: 65_537))
        #expect(blobs == (0, Self.said("65537 attachments", "65536")))
    }

    @Test("exchange.tooLarge: a list of more than 32 MiB")
    func list() {
        #expect(Self.refusal { try SyncLimits.check(headerBytes: 32 << 20) } == "none")
        let tooLong = Self.refusal { try SyncLimits.check(headerBytes: 32 << 20 + 1) }
        #expect(tooLong == Self.said("a list of 33 MiB", "32 MiB"))
    }

    @Test("exchange.tooLarge: a message gives no bytes where it would exceed what the other side reads")
    func messages() throws {
        let person = PrincipalID(publicKey: Self.key.publicKey)
        let marks = (0..<UInt64(65_537)).map {
            PathMark(origin: OriginID(Bytes16(high: 1, low: $0)), size: 1, mark: Bytes16(high: 0, low: 0))
        }
        func hello(_ count: Int) -> SyncMessage {
            let frontier = Frontier(marks.prefix(count))
            return .hello(.init(principal: person, frontier: frontier, foldedCount: 0, folded: nil, blobs: nil))
        }
        #expect(Self.refusal { _ = try hello(65_536).checkedBytes() } == "none")
        #expect(Self.refusal { _ = try hello(65_537).checkedBytes() } == Self.said("65537 paths of logs", "65536"))
        let blobs = SyncMessage.cargo(.init(tails: [], blobs: Array(repeating: [1], count: 65)))
        #expect(Self.refusal { _ = try blobs.checkedBytes() } == Self.said("65 attachments", "64"))
        let tail = SyncMessage.cargo(.init(tails: [try Self.tail(of: 17_000, bytes: 65_500)], blobs: []))
        #expect(Self.refusal { _ = try tail.checkedBytes() } == Self.said("1063 MiB of one log", "1024 MiB"))
    }

    @Test("tail.tooLarge: a reader stops at the event that exceeds a tail, and has nothing to store")
    func reader() throws {
        let ledger = try StoreLedger(seed: 1)
        _ = try ledger.append(Draft.log("a"), Draft.log("b"), Draft.log("c"))
        let replica = try LedgerReplica(ledger.ledger)
        let path = try #require(replica.paths.first)
        let tail = try #require(try replica.tail(of: path, from: 0))
        let entry = CargoCoding.List.TailEntry(head: tail.head, start: 0)
        let bytes = tail.events.reduce(into: [UInt8]()) { CargoCoding.append($1, to: &$0) }
        let size = tail.events.reduce(0) { $0 + $1.byteCount }
        func read(_ maximum: Int) throws -> (tail: Tail?, fault: Fault?, rest: Int) {
            var rest = bytes[...]
            do {
                let tail = try CargoCoding.readTail(entry, bytesMaximum: maximum) { count in
                    defer { rest = rest.dropFirst(count) }
                    return Array(rest.prefix(count))
                }
                return (tail, nil, rest.count)
            } catch let fault as Fault { return (nil, fault, rest.count) }
        }
        #expect(try read(size).tail == tail)
        let refused = try read(size - 1)
        let log = path.origin.hex.prefix(12)
        #expect(refused.tail == nil && refused.rest == 0)
        #expect(
            refused.fault
                == Fault(
                    .unreadable, code: "tail.tooLarge",
                    message: "The events of the log \(log) exceed the 1024 MiB that one tail may have.",
                    hint: "Nothing was stored. Ask for them in smaller parts: "
                        + "\"daybook bundle export FILE --for FRONTIER\"."))
        // Of a limit that the second event exceeds, the others are not read.
        let first = tail.events[0].byteCount
        #expect(try read(first).rest > 0)
    }
}

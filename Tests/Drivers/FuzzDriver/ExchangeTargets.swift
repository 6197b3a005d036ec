import DaybookDomains
import EventCodec
import EventModel
import Foundation
import LedgerTestSupport
import TransparencyLog

/// A ledger in a scratch folder, made anew when it was written to.
final class ScratchLedger {
    private let folder: String
    private var number = 0
    private let begin: (Ledger) throws -> Void
    private(set) var ledger: Ledger

    /// `begin` is done to every new ledger.
    init(_ folder: String, begin: @escaping (Ledger) throws -> Void = { _ in }) throws {
        self.folder = folder
        self.begin = begin
        ledger = try Self.make(folder, 0)
        try begin(ledger)
    }

    deinit {
        ledger.close()
        // A folder in the scratch folder, which its owner deletes too.
        try? FileManager.default.removeItem(atPath: "\(folder)/\(number)")
    }

    private static func make(_ folder: String, _ number: Int) throws -> Ledger {
        var environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
        environment.mapByteCount = 64 << 20
        return try Ledger.create(at: "\(folder)/\(number)", environment: environment)
    }

    func renew() throws {
        ledger.close()
        try FileManager.default.removeItem(atPath: "\(folder)/\(number)")
        number += 1
        ledger = try Self.make(folder, number)
        try begin(ledger)
    }
}

extension Ledger {
    func importAll(_ lines: [[UInt8]]) throws -> ImportLinesOutcome {
        var index = 0
        return try importLines {
            defer { index += 1 }
            return index < lines.count ? lines[index] : nil
        }
    }

    func exportAll() throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        _ = try exportLines { lines.append(Array($0.utf8)) }
        return lines
    }
}

/// A changed export, imported into an empty ledger: refused, and then nothing is stored; or read, and then every log is
/// one of the source with its size and root.
struct ExchangeTarget: FuzzTarget {
    private let lines: [[UInt8]]
    private let source: Set<LogState>
    private let empty: LedgerDigest
    private let scratch: ScratchLedger
    private let mutator = Mutator(pieces: JSONPieces.all)

    init(_ corpora: Corpora, scratch folder: String) throws {
        scratch = try ScratchLedger(folder + "/exchange")
        empty = try scratch.ledger.digest()
        // The ledger's own export of what the vectors hold: so the lines are in the program's own form.
        let (own, logs) = try Self.ownLines(corpora, folder)
        lines = own
        source = Set(logs)

    }

    private static func ownLines(_ corpora: Corpora, _ folder: String) throws -> ([[UInt8]], [LogState]) {
        let source = try ScratchLedger(folder + "/source")
        _ = try source.ledger.importAll(try SignedTarget(corpora, scratch: folder).unchangedLines())
        return (try source.ledger.exportAll(), try source.ledger.verify().logs)
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        var lines = lines
        for _ in 0...random.below(3) { change(&lines, &random) }
        return Array(lines.joined(separator: [0x0A]))
    }

    private func change(_ lines: inout [[UInt8]], _ random: inout SeededRandom) {
        guard !lines.isEmpty else { return }
        let at = random.below(lines.count)
        switch random.below(9) {
        case 0: lines.remove(at: at)
        case 1: lines.insert(lines[at], at: random.below(lines.count))
        case 2: lines.swapAt(at, random.below(lines.count))
        case 3: lines.removeLast(lines.count - at)
        case 4, 5: lines[at] = changeBytes(lines[at], &random)
        case 6: lines[at] = changeMember(lines[at], &random)
        default: lines[at] = mutator.change(lines[at], other: lines[random.below(lines.count)], &random)
        }
    }

    /// Changes the bytes that a line carries and leaves the line well formed.
    private func changeBytes(_ line: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard case .object(var members)? = try? JSONParser.parse(line) else { return line }
        let carriers = members.indices.filter {
            ["envelope", "salt", "body", "head", "bytes"].contains(members[$0].name)
        }
        guard let at = carriers.randomElement(using: &random),
            let bytes = members[at].value.stringValue.flatMap(Base64.decode)
        else { return line }
        let changed = Tree(bytes).map { random.oneIn(2) ? TreeMutator.change($0, &random).canonical : nil } ?? nil
        members[at] = .init(
            members[at].name, .string(Base64.encode(changed ?? Mutator().change(bytes, other: bytes, &random))))
        return Array(JSONValue.object(members).text.utf8)
    }

    private func changeMember(_ line: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard case .object(var members)? = try? JSONParser.parse(line), !members.isEmpty else { return line }
        let at = random.below(members.count)
        if random.oneIn(3) {
            members.remove(at: at)
        } else {
            members[at] = .init(members[at].name, JSONMutator.any(depth: 3, &random))
        }
        return Array(JSONValue.object(members).text.utf8)
    }

    func run(_ input: [UInt8]) -> Verdict {
        let lines = input.split(separator: 0x0A).map { Array($0) }
        let outcome: ImportLinesOutcome
        do { outcome = try scratch.ledger.importAll(lines) } catch {
            return unchanged(error)
        }
        do {
            guard outcome.received > 0 else {
                return try scratch.ledger.digest() == empty
                    ? .accepted : .violation("nothing received, yet it holds something")
            }
            let report = try scratch.ledger.verify()
            try scratch.renew()
            // A person may claim an instructor's signature that is none: an altered claim comes in as it is, and verify
            // says so.
            let others = report.damage.filter { !$0.reason.contains("the instructor") }
            guard others.isEmpty else { return .violation("imported, then not sound: \(others)") }
            return Set(report.logs).isSubset(of: source)
                ? .accepted : .violation("imported, and a log is not as it was signed")
        } catch {
            return .violation("imported, then: \(error)")
        }
    }

    private func unchanged(_ error: any Error) -> Verdict {
        let isTyped = error is LineRefusal || error is Fault || error is Rejection
        guard isTyped else { return .violation("refused with another error: \(error)") }
        do {
            return try scratch.ledger.digest() == empty ? .refused : .violation("refused, yet it holds something")
        } catch {
            return .violation("refused, then: \(error)")
        }
    }
}

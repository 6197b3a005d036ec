public import Daybook
import Foundation
import Synchronization

/// Given, when, then for a domain, on real ledgers in a folder that goes away with the test.
///
///     let test = try DomainTest(medication)
///     try test.given { try $0.create(Medicine(name: "Ibuprofen", dailyMilligrams: 1_200), id: "ibu") }
///     #expect(test.when { try $0.create(Dose(2_000, of: "ibu", on: test.today)) }.code == .doseTooMuch)
///
/// The clock stands still until ``advance(by:)``. A test on one thread.
public final class DomainTest {
    private let domains: [Domain]
    private let folder: URL
    private let clock: TestClock
    private var held: [(name: String, ledger: Ledger)] = []

    /// - Parameter now: By default 2026-02-10 at 13:00 UTC.
    /// - Throws: `Fault` `domains.unusable` for declarations that do not fit.
    public convenience init(_ domains: Domain..., now: Instant = DomainTest.start) throws {
        try self.init(domains, now: now)
    }

    /// 2026-02-10 at 13:00 UTC.
    public static let start = Instant(milliseconds: 1_770_728_400_000)

    init(_ domains: [Domain], now: Instant = DomainTest.start) throws {
        self.domains = domains
        clock = TestClock(now)
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "shared"), withIntermediateDirectories: true)
        _ = try device("first")
    }

    deinit {
        for device in held { device.ledger.close() }
        // A folder that stays in the temporary files harms nothing.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The first device.
    public var device: Ledger { held[0].ledger }
    /// The date of the clock.
    public var today: CivilDate { device.today }

    /// A device of the same person, made where there is none of the name.
    public func device(_ name: String) throws -> Ledger {
        if let found = held.first(where: { $0.name == name }) { return found.ledger }
        let (clock, random) = (clock, TestEntropy(seed: UInt64(held.count) + 1))
        let environment = LedgerEnvironment(
            domains: domains.map(LedgerDomain.init), clock: { clock.now }, entropy: { random.bytes($0) },
            zone: UniversalTime())
        let person: Ledger.Person = held.isEmpty ? .new : .joining(seed: try device.exportPrincipal())
        let ledger = try Ledger.create(
            at: folder.appending(path: "device\(held.count)").path(), person: person, environment: environment)
        held.append((name, ledger))
        return ledger
    }

    /// Moves the clock of all devices.
    public func advance(by duration: Duration) { clock.advance(by: duration) }

    /// Lets every device have the events of the others.
    public func exchange() throws {
        let shared = folder.appending(path: "shared").path()
        for device in held + held.dropLast() { try device.ledger.sync(folder: shared) }
    }

    /// Writes what happened before, on the first device.
    @discardableResult
    public func given(_ write: (inout WriteUnit) throws -> Void) throws -> DomainTest {
        try device.write(write)
        return self
    }

    /// Writes a unit on a device that `device` has made, the first where none is named.
    @discardableResult
    public func when(on name: String? = nil, _ write: (inout WriteUnit) throws -> Void) -> TestOutcome {
        do {
            guard let ledger = name == nil ? device : held.first(where: { $0.name == name })?.ledger else {
                return .failed("There is no device \"\(name ?? "")\"; device(_:) makes one.")
            }
            var types: [String] = []
            try ledger.write { unit in
                try write(&unit)
                types = unit.drafts.map(\.type)
            }
            return .accepted(types)
        } catch let rejection as Rejection { return .rejected(rejection) } catch { return .failed("\(error)") }
    }
}

/// The result of a unit in a test.
public enum TestOutcome: Hashable, Sendable {
    /// The types of its events.
    case accepted([String])
    case rejected(Rejection)
    case failed(String)

    /// The types of the events; empty where there are none.
    public var types: [String] { if case .accepted(let types) = self { types } else { [] } }
    /// The code of the rejection; nil where there is none.
    public var code: Rejection.Code? {
        if case .rejected(let rejection) = self { Rejection.Code(rejection.code) } else { nil }
    }
}

private final class TestClock: Sendable {
    private let instant: Mutex<Instant>
    init(_ now: Instant) { instant = Mutex(now) }
    var now: Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // A longer time leads to the first or last year by itself.
        let milliseconds = min(max(seconds, -(1 << 50)), 1 << 50) * 1_000 + attoseconds / 1_000_000_000_000_000
        instant.withLock { $0 = Instant(milliseconds: $0.inYears.milliseconds + milliseconds).inYears }
    }
}

private final class TestEntropy: Sendable {
    private let random: Mutex<SeededRandom>
    init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }
    func bytes(_ count: Int) -> [UInt8] {
        random.withLock { random in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    }
}

public import Engine
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// A ledger on this machine: the one type that an app needs.
///
/// Open it once in a process, share it between tasks, close it at the end. Every write is on disk when it returns.
public final class Ledger: Sendable {
    package let engine: EngineCore
    public let environment: LedgerEnvironment
    /// The zone of "today" and of civil times.
    public let zone: any ZoneRules
    public let path: String
    /// Caches of values that were read and have not changed since.
    package let memories = LedgerMemories()
    /// The registry of this ledger: the domain that all ledgers share, then those of its environment.
    package var registry: Registry { engine.registry }

    /// The origins that took the place of others since this ledger was opened.
    package var newOrigins: [NewOrigin] { engine.newOrigins }

    /// The purpose for which a ledger is opened.
    public enum Access: Sendable {
        case readOnly, readWrite
        /// To write while no other program has it open: for what replaces its file.
        case alone
        /// Even a store that was rolled back or damaged; only `verify` and reading make sense then.
        case examine

        var store: EventStore.Access {
            switch self {
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            case .alone: .alone
            case .examine: .examine
            }
        }
    }

    /// The person that a new ledger belongs to.
    public enum Person: Sendable {
        /// A new one, with a new key.
        case new
        /// A person whose key was exported by another device: 32 bytes. The ledger never becomes another person's.
        case joining(seed: [UInt8])
    }

    package init(_ engine: EngineCore, zone: any ZoneRules, _ environment: LedgerEnvironment) {
        self.engine = engine
        self.zone = zone
        self.environment = environment
        path = engine.store.folder.path
    }

    /// Makes a ledger in a folder that holds none yet; makes the folder too.
    ///
    /// Throws `Rejection` `ledger.exists` when there is one, `Fault` for an unknown zone, domains that do not fit or
    /// what the disk says.
    public static func create(
        at path: String, zone: String = "UTC", name: String = "", person: Person = .new,
        environment: LedgerEnvironment = .init()
    ) throws -> Ledger {
        if let problem = SystemZone.problem(zone) { throw problem.fault(.usage) }
        let registry = try registry(of: environment)
        let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
        switch try translated({ try folder.inspect() }) {
        case .ledger:
            throw Rejection(code: "ledger.exists", message: "There is a ledger at \(path) already.")
        case .file: throw StoreError.notAFolder(path: path).fault
        case .nothing, .folder: try requireOutside(path)
        }
        // Before anything in it is read.
        try translated { try folder.checkTrust(toWrite: true) }
        let seed = try seed(of: person, in: folder, environment)
        try checkPrincipal(seed)
        return try translated {
            let rules: any ZoneRules = environment.zone ?? LedgerZone(made: SystemZone(zone) ?? UniversalTime())
            let joined = if case .joining = person { true } else { false }
            let engine = try EngineCore.create(
                folder, zone: zone, name: name, principalSeed: seed, joined: joined,
                configuration(registry, rules, environment))
            let ledger = Ledger(engine, zone: rules, environment)
            // It came from another device or a file.
            if joined { try ledger.noteKeyKept() }
            return ledger
        }
    }

    /// A person's key that lies in the folder already may be the only one there is: it is used, never written over.
    private static func seed(of person: Person, in folder: LedgerFolder, _ environment: LedgerEnvironment) throws
        -> [UInt8]
    {
        let held = try translated { try folder.readKey(folder.principalKey, .person) }
        switch person {
        case .new: return held ?? environment.entropy(32)
        case .joining(let given):
            guard held == nil || held == given else {
                throw Rejection(
                    code: "ledger.otherPerson",
                    message: "The key of another person lies at \(folder.principalKey) already.",
                    hint: "Nothing was changed. Name a new folder with --ledger, or move that key to a safe place.")
            }
            return given
        }
    }

    /// A ledger in the folder of another one would be copied, or taken away, with it.
    static func requireOutside(_ path: String) throws(Rejection) {
        guard let around = LedgerFolder.outside(path) else { return }
        throw Rejection(
            code: "ledger.insideLedger", message: "\(path) lies in the folder of the ledger at \(around.path).",
            hint: "Name a folder outside it with --ledger.")
    }

    private static func checkPrincipal(_ seed: [UInt8]) throws {
        guard seed.count != 32 else { return }
        throw Fault(
            .unreadable, code: "principal.unreadable", message: "A person's key is 32 bytes.",
            hint: "Make the file with \"daybook principal export FILE\".")
    }

    /// The person whose exported key this is. Throws `Fault` `principal.unreadable`.
    public static func principal(ofSeed seed: [UInt8]) throws -> PrincipalID {
        try checkPrincipal(seed)
        return try translated { PrincipalID(publicKey: try SigningKey(seed: seed).publicKey) }
    }

    /// The public key of the person with that key: 64 hexadecimal digits.
    public static func personKey(ofSeed seed: [UInt8]) throws -> String {
        try checkPrincipal(seed)
        return try translated { try SigningKey(seed: seed).publicKey.hex }
    }

    /// Opens a ledger that exists. Throws `Fault` (66 missing, 74 damaged or rolled back, 75 busy …).
    public static func open(at path: String, _ access: Access = .readWrite, environment: LedgerEnvironment = .init())
        throws -> Ledger
    {
        try open(at: path, access, environment: environment, passing: nil)
    }

    private static func open(
        at path: String, _ access: Access, environment: LedgerEnvironment, passing: DamagedRecords?
    ) throws -> Ledger {
        let registry = try registry(of: environment)
        return try translated {
            let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            let store = try EventStore.open(
                folder, access.store, mapByteCount: environment.mapByteCount, passing: passing)
            let name = try store.read { try $0.storeRecord().zone }
            let rules = try environment.zone ?? LedgerZone(made: zone(ofLedger: name))
            let ledger = Ledger(
                EngineCore(store: store, configuration: configuration(registry, rules, environment)), zone: rules,
                environment)
            // The first question reports damage and a zone that is missing here; a store is examined without a zone.
            if access != .examine { try? ledger.engine.read { try ledger.followZone($0) } }
            return ledger
        }
    }

    /// Opens a damaged ledger to read what is whole: its records but those of which a row is damaged, folded from their
    /// events. Finding them takes O(bytes of all events).
    ///
    /// ``incomplete(_:_:)`` names the records that are left out.
    /// - Throws: As ``open(at:_:environment:)``, and where more than rows of records is damaged.
    package static func openBesideDamage(at path: String, environment: LedgerEnvironment = .init()) throws -> Ledger {
        let damaged: DamagedRecords
        do {
            let ledger = try open(at: path, .readOnly, environment: environment)
            defer { ledger.close() }
            damaged = try translated { try ledger.engine.read { try ledger.engine.damagedRecords($0) } }
        }
        return try open(at: path, .readOnly, environment: environment, passing: damaged)
    }

    /// Throws `Fault` `domains.unusable` where an environment's domains do not fit together, or not with what all
    /// ledgers share.
    package static func registry(of environment: LedgerEnvironment) throws(Fault) -> Registry {
        let domains = environment.domains.declared
        guard let problem = Registry.problem(in: domains) else {
            return Registry(domains, shown: environment.shownSchemas, mistake: environment.mistake)
        }
        throw Fault(
            .usage, code: "domains.unusable", message: "The app's domains cannot be used: \(problem).",
            hint: "Change what the app declares. Nothing of the ledger was touched.")
    }

    static func configuration(_ registry: Registry, _ zone: any ZoneRules, _ environment: LedgerEnvironment)
        -> EngineConfiguration
    {
        var configuration = EngineConfiguration(
            registry: registry, clock: environment.clock, entropy: environment.entropy, zone: zone,
            normalize: Text.normalize,
            mapByteCount: environment.mapByteCount)
        configuration.changesOfVersion = environment.changesOfVersion
        return configuration
    }

    /// The rules of the zone that a ledger was made with. Throws `Fault` (66) on a machine that has none of that name.
    package static func zone(ofLedger name: String) throws(Fault) -> any ZoneRules {
        if let zone = SystemZone(name) { return zone }
        guard let problem = SystemZone.problem(name) else { return UniversalTime() }
        let remedy =
            problem.code == "zone.unknown"
            ? "Install the newest tzdata (Debian keeps former names in tzdata-legacy)." : problem.hint ?? ""
        throw Fault(
            .missing, code: problem.code, message: "The ledger's zone is \(name). \(problem.message)",
            hint: "\(remedy) Or answer in another zone, with --zone.")
    }

    /// Waits for writes that were begun, then closes the files. Nothing may be used afterwards.
    public func close() { engine.close() }

    // MARK: - Writing

    /// Appends events as one unit, with the attachments that they name: all of it, or nothing. Throws `DraftRefusal`
    /// (its reason a `Rejection` or a `Fault`), `Rejection` `blob.tooLarge` (10 MiB at most) or `blob.unnamed`, or a
    /// `Fault`.
    ///
    /// Blocks until the commit is on disk; concurrent callers share a commit. Not from async code: see `appending`.
    @discardableResult @available(*, noasync)
    public func append(_ drafts: [EventDraft], attachments: [[UInt8]] = [], condition: AppendCondition? = nil) throws
        -> AppendReceipt
    {
        // After a commit nothing may throw that would deny it: a question follows a zone that changed, too.
        defer { try? followZone(afterAppending: drafts) }
        return try translated { try engine.append(drafts, attachments: attachments, condition: condition) }
    }

    /// `append` for events that another program wrote: checks their claims of origin against the ledger.
    ///
    /// - Parameter total: Gets the counts of what is kept, also where the checkpoint file could not be written.
    @available(*, noasync)
    package func append(requested drafts: [EventDraft], addingTo total: inout AppendReceipt) throws {
        for domain in environment.domains { try domain.originCheck?(self, drafts) }
        do {
            total.add(try engine.append(drafts))
            // The events are kept; the next command follows the zone.
            try? followZone(afterAppending: drafts)
        } catch {
            if let kept = error as? KeptUnit { total.add(kept.receipt) }
            throw translation(of: error)
        }
    }

    /// `append` that suspends instead of blocking.
    @discardableResult
    public func appending(_ drafts: [EventDraft], attachments: [[UInt8]] = [], condition: AppendCondition? = nil)
        async throws -> AppendReceipt
    {
        do {
            // The events are kept; the next command follows the zone.
            defer { try? followZone(afterAppending: drafts) }
            return try await engine.appendAsync(drafts, attachments: attachments, condition: condition)
        } catch { throw translation(of: error) }
    }

    /// The clock of this ledger now, and today's date in its zone.
    public var now: Instant { environment.clock() }
    public var today: CivilDate { zone.date(at: now) }

    /// An id for a new stream.
    public func newID() -> String { UUIDv7.text(at: now, entropy: environment.entropy(10)) }
}

/// Runs a body and turns what the store says into what a caller of the library sees.
package func translated<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw translation(of: error) }
}

package func translation(of error: any Error) -> any Error {
    switch error {
    case let error as StoreError: error.rejection ?? error.fault
    case let kept as KeptUnit: kept.error.fault
    case KeyError.shortMemory: Fault.shortMemory
    case let error as KeyError:
        Fault(
            .damaged, code: "key.unusable", message: "A key cannot be used: \(error)",
            hint: "Put the key's file back from a backup.")
    default: error
    }
}

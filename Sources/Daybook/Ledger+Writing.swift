public import DaybookKit
import EventCodec

extension Ledger {
    /// Opens the ledger in a folder with an app's own domains; makes one where there is none. It knows them, and the
    /// settings and notices of all ledgers.
    public static func open(
        at path: String, domains: [Domain], zone: String = "UTC", person: Person = .new,
        environment: LedgerEnvironment = .init()
    ) throws -> Ledger {
        try open(
            at: path, domains: domains.map(LedgerDomain.init), zone: zone, person: person, environment: environment)
    }

    /// Opens the ledger in a folder; makes one where there is none.
    ///
    /// - Parameters:
    ///   - domains: What the ledger knows. Events of other domains are kept and shown, and have no effect.
    ///   - zone: Of a new ledger, by its name in the tz database.
    /// - Throws: `Fault` `domains.unusable` where declarations do not fit, before anything is touched; otherwise what
    ///   `open` and `create` throw.
    public static func open(
        at path: String, domains: [LedgerDomain], zone: String = "UTC", person: Person = .new,
        environment: LedgerEnvironment = .init()
    ) throws -> Ledger {
        var environment = environment
        environment.domains += domains
        do { return try open(at: path, environment: environment) } catch let fault as Fault
            where fault.kind == .missing && fault.code == "ledger.missing"
        {
            return try create(at: path, zone: zone, person: person, environment: environment)
        }
    }

    /// Appends what the closure writes as one unit: all of it, or nothing. It is on disk when this returns.
    ///
    ///     let dose = try await ledger.write { try $0.create(Dose(day: today, milligrams: 400)) }.value
    ///
    /// The closure runs in the caller's isolation. It runs again where another write changed a record between its
    /// reading and the commit, so that no change is lost: it should do nothing but write. A task that is cancelled
    /// writes still. Rules are asked at the end of the closure, one refusal drops the unit.
    ///
    /// - Parameters:
    ///   - condition: No event that matches may have come after its position.
    ///   - isolation: The caller's.
    /// - Throws: What the closure throws; a `Rejection` or a `Fault` of the engine, `write.contended` after a thousand
    ///   runs. Nothing is written then.
    @discardableResult
    public func write<Value>(
        condition: AppendCondition? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (inout WriteUnit) throws -> Value
    ) async throws -> Written<Value> {
        for _ in 0..<Ledger.runsMaximum {
            let unit = try unit(body)
            if unit.drafts.isEmpty { return try unwritten(unit.value) }
            do {
                let receipt = try await appending(
                    unit.drafts, attachments: unit.attachments, condition: condition)
                CommitBell.ring(path)
                return Written(value: unit.value, receipt: receipt)
            } catch let refusal as DraftRefusal where unit.isOvertaken(refusal) { continue } catch let refusal
                as DraftRefusal
            { throw refusal.reason }
        }
        throw Ledger.contended
    }

    /// As the asynchronous one, blocking its thread until the commit is on disk.
    @discardableResult @available(*, noasync, message: "Use \"try await ledger.write { … }\" in asynchronous code.")
    public func write<Value>(
        condition: AppendCondition? = nil, _ body: (inout WriteUnit) throws -> Value
    ) throws -> Written<Value> {
        for _ in 0..<Ledger.runsMaximum {
            let unit = try unit(body)
            if unit.drafts.isEmpty { return try unwritten(unit.value) }
            do {
                let receipt = try append(unit.drafts, attachments: unit.attachments, condition: condition)
                CommitBell.ring(path)
                return Written(value: unit.value, receipt: receipt)
            } catch let refusal as DraftRefusal where unit.isOvertaken(refusal) { continue } catch let refusal
                as DraftRefusal
            { throw refusal.reason }
        }
        throw Ledger.contended
    }

    /// How often a write runs whose records others change meanwhile.
    private static let runsMaximum = 1_000
    private static let contended = Fault(
        .busy, code: "write.contended", message: "Other writes kept changing the same record at the same time.",
        hint: "Try again.")

    private func unwritten<Value>(_ value: Value) throws -> Written<Value> {
        var receipt = AppendReceipt()
        receipt.position = try position
        return Written(value: value, receipt: receipt)
    }

    func unit<Value>(_ body: (inout WriteUnit) throws -> Value) throws -> MadeUnit<Value> {
        var unit = WriteUnit(self)
        let value = try body(&unit)
        return MadeUnit(value: value, drafts: unit.drafts, attachments: unit.attachments, resting: unit.resting)
    }

    /// The create of a record type, as this ledger's domains declare it: a domain of records, or another one whose
    /// types agree with the record's schema.
    func create<R: Record>(_ type: R.Type) throws(Fault) -> EventSchema {
        let isOfRecords = registry.kind(R.schema.kind) is any RecordDeclaredKind
        if let schema = registry.schema(R.schema.created), schema.kinds == [R.schema.kind],
            isOfRecords || R.schema.agrees(with: registry)
        {
            return schema
        }
        throw Fault(
            .usage, code: "record.undeclared", message: "No domain of this ledger declares \(type).",
            hint: "Open the ledger with the domain that does.")
    }
}

/// The result of a closure with the unit that it made.
struct MadeUnit<Value> {
    let value: Value
    let drafts: [EventDraft]
    let attachments: [[UInt8]]
    /// The drafts that rest on a version which the unit itself has read.
    let resting: Set<Int>

    /// Whether another write came between the reading and the commit.
    func isOvertaken(_ refusal: DraftRefusal) -> Bool {
        Rejection.Code.versionConflict ~= refusal.reason && resting.contains(refusal.index)
    }
}

// An app imports one module.
@_exported public import DaybookKit
@_exported public import Replication

/// A record of an app: a struct whose fields the ledger keeps, with their whole history.
///
///     struct Dose: Record {
///         static let schema = RecordSchema<Dose>(
///             kind: "dose", created: "dose.taken", amended: "dose.corrected", removed: "dose.withdrawn",
///             limits: [.milligrams: .range(1...4_000)], validTime: .day)
///         var day: CivilDate
///         var milligrams: Int
///         enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, milligrams = 2 }
///     }
///
/// A coding key gives a field its name in JSON and its number in the bytes: 1 to 63, and never another one once
/// released. A field is a `String`, `Int`, `Bool`, `CivilDate`, `Instant`, ``RecordID``, ``RecordChoice``,
/// ``Attachment``, or a list of texts, of whole numbers or of ids; an optional one may be absent.
public protocol Record: Codable, Hashable, Sendable {
    associatedtype CodingKeys: CodingKey, CaseIterable, Hashable, RawRepresentable where CodingKeys.RawValue == Int

    /// The event types of the record, and the limits of its fields.
    static var schema: RecordSchema<Self> { get }

    /// Checks a record that is entered here, as it would be; by default all are accepted.
    ///
    /// Events of other devices were checked where they were entered, and are not checked again. Another look at the
    /// ledger goes through `context`, so that the function stays pure.
    /// - Throws: A `Rejection`. Another error refuses the record, too, with the code `rule.failed`.
    static func validate(_ record: Self, _ context: RuleContext) throws

    /// The app's words for a rejection of the engine, such as `record.exists`; by default the engine's own.
    static func explain(_ rejection: Rejection) -> Rejection
}

extension Record {
    public static func validate(_ record: Self, _ context: RuleContext) throws {}
    public static func explain(_ rejection: Rejection) -> Rejection { rejection }
}

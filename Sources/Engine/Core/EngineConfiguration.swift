public import EventModel
public import EventSourcing

/// The inputs of the engine: it has no clock, no randomness and no zones of its own.
public struct EngineConfiguration: Sendable {
    public var registry: Registry
    /// The raw clock, for arrival stamps and `recorded`.
    public var clock: @Sendable () -> Instant
    /// So many unpredictable bytes.
    public var entropy: @Sendable (Int) -> [UInt8]
    /// The zone of "today" and of instants without one.
    public var zone: any ZoneRules
    /// Brings a text to Normalization Form C.
    public var normalize: @Sendable (String) -> String
    /// Address space for the store's map.
    public var mapByteCount: Int
    /// With so many changes a ledger's next version is written: what a question of the past may have to add, some tens
    /// of microseconds.
    package var changesOfVersion: UInt64 = 1_024

    public init(
        registry: Registry, clock: @escaping @Sendable () -> Instant, entropy: @escaping @Sendable (Int) -> [UInt8],
        zone: any ZoneRules, normalize: @escaping @Sendable (String) -> String, mapByteCount: Int = 64 << 30
    ) {
        self.registry = registry
        self.clock = clock
        self.entropy = entropy
        self.zone = zone
        self.normalize = normalize
        self.mapByteCount = mapByteCount
    }
}

/// The ways from older versions of the event types of every ledger to the newest.
extension SystemSchemas {
    /// All versions, each with the way that leads to it.
    public static let upcasting: [EventSchema] = all.map { schema in
        switch (schema.type, schema.version) {
        // A link of version 1 follows nothing that it names; who reads links reads them as written.
        case (ledgersLinked2.type, 2): schema.upcasting { $0[LedgersLinkedKey.follows] = [0x80] }
        // An end of version 1 names no roots.
        case (linkEnded2.type, 2): schema.upcasting { _ in }
        default: schema
        }
    }
}

/// A part of a store beside its logs, and last every page of every table.
enum TablePart: CaseIterable {
    case journal, streams, projections, outcomes, links, keys, blobs, pages

    /// As two threads share them: what takes longest first, what the one that walks the logs may still take over last.
    static let shared: [TablePart] = [.projections, .journal, .outcomes, .links, .keys, .blobs, .streams, .pages]
}

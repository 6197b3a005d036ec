package import EventModel

/// An answer of a domain as figures.
package struct FiguredAnswer: Sendable {
    /// The times of a question about figures.
    package struct Question: Sendable {
        /// Pinned to one position.
        package let asOf: AsOf
        package let on: CivilDate
        /// The moment asked about: of a day that is named its beginning; nil for now.
        package let morning: Instant?
        /// The same with the end of such a day.
        package let evening: Instant?
    }

    package let projection: Projection
    package let figures: @Sendable (Ledger, Question) throws -> [Figure]

    package init(_ projection: Projection, _ figures: @escaping @Sendable (Ledger, Question) throws -> [Figure]) {
        (self.projection, self.figures) = (projection, figures)
    }
}

import EventModel

extension Ledger {
    /// The answers that have figures, in the order of `diff`.
    public var answersInFigures: [Projection] { environment.domains.flatMap(\.answers).map(\.projection) }

    /// The figures of a projection at both times, in its order; of practice tests none where no state is chosen.
    ///
    /// Throws `Fault` `projection.unknown` for one of a domain that this ledger was not opened with.
    public func figures(_ projection: Projection, _ asOf: AsOf = .now) throws -> Answer<[Figure]> {
        guard let answer = environment.domains.lazy.flatMap(\.answers).first(where: { $0.projection == projection })
        else { throw unknownProjection(projection.name) }
        let answered = try answered(asOf)
        let evening = asOf.on.map {
            Instant(milliseconds: zone.instant(of: $0.adding(days: 1), secondOfDay: 0).milliseconds - 1)
        }
        let question = FiguredAnswer.Question(
            asOf: asOf.pinned(to: answered.position), on: answered.on,
            morning: asOf.moment ?? asOf.on.map { zone.instant(of: $0, secondOfDay: 0) },
            evening: asOf.moment ?? evening)
        return Answer(asOf: answered, value: try answer.figures(self, question))
    }
}

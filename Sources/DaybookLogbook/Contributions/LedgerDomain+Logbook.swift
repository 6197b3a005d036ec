// The ledger and the domain come with the answers.
@_exported public import DaybookKit
@_exported public import Logbook
@_exported public import Tables
import EventCodec
import EventModel

extension LedgerDomain {
    /// A pilot's logbook.
    public static let logbook: LedgerDomain = {
        var domain = LedgerDomain(LogbookDomain.domain)
        // Its settings, profile and notices go by several names.
        domain.ownsOtherIDs = true
        domain.answers = [
            FiguredAnswer(.currency) { ledger, asked in
                let (review, instrument) = try ledger.reviewAndInstrument(asked.asOf)
                return Figure.currency(try ledger.currency(asked.asOf).value.answer, on: asked.on) + [
                    .flightReview(review, on: asked.on), .instrument(instrument, on: asked.on),
                ]
            },
            FiguredAnswer(.progress) { Figure.progress(try $0.progress($1.asOf).value, on: $1.on) },
            FiguredAnswer(.summary) { Figure.summary(try $0.flightSummary($1.asOf).value, on: $1.on) },
        ]
        domain.narrowing = { ledger, figures, known, transaction in
            // A session in a training device is in no sum of flights.
            guard figures.contains(where: \.readsFlights) else { return figures }
            return figures.without(try ledger.sessionStreams(known, transaction))
        }
        domain.notices = .logbook
        domain.undo = .logbook
        domain.originCheck = { try $0.checkOrigins(of: $1) }
        return domain
    }()
}

extension AnswerScope {
    public static let logbook = AnswerScope.domains(["logbook"])
}

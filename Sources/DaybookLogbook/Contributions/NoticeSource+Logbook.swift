import DaybookKit
import EventModel
import EventSourcing
import Logbook

extension NoticeSource {
    /// The logbook's notices, from SoloTrack's readings. An answer lists the paragraphs of the milestones that have
    /// come.
    static let logbook = NoticeSource(
        domain: "logbook", policy: Notice.policy, permission: StreamID(kind: "settings", id: "notices"),
        keys: Notice.keysOfOnceOnly,
        example: "milestone.solo",
        candidates: { ledger, question in
            let stage = try ledger.profile(domain: "logbook", question.asOf).value.stage
            let reasons = try ledger.noticeReasons(on: question.on, stage: stage, question.asOf)
            return reasons.notices(acknowledged: question.history.acknowledged).map(\.candidate)
        },
        grounds: { ledger, subject, asOf in (.currency, try ledger.grounds(subject, asOf)) },
        acknowledged: { _, history in Set(history.acknowledged.compactMap(Notice.paragraph)).sorted() })
}

extension Ledger {
    /// The flights that give reason to say something.
    fileprivate func grounds(_ subject: NoticeSource.Subject, _ asOf: AsOf) throws -> [FigureSource] {
        let (key, on) = (subject.key, subject.on)
        switch Notice.Kind(rawValue: subject.kind) {
        case .currencyCliff?:
            let kind: LandingsKind =
                key.hasPrefix("currencyCliff.night.")
                ? .night : key.hasPrefix("currencyCliff.passenger.") ? .general : .day
            return Figure.currency(try currency(asOf).value.answer, on: on).first { $0.id == kind.rawValue }?.sources
                ?? []
        case .momentumStall?:
            // The latest flight, by whose day the notice is named.
            let latest = key.split(separator: ".").last.flatMap { CivilDate(String($0)) } ?? on
            return [Figure.flights([.total], min(latest, on)...on, .seconds)]
        case .milestone?:
            return Figure.progress(try progress(asOf).value, on: on).first { Notice.milestoneKey($0) == key }?.sources
                ?? []
        case .checkrideReady?, nil:
            return [Figure.flights([.total], Figure.upTo(on), .seconds), Figure.forwarded(.total, on, .seconds)]
        }
    }
}

extension Notice {
    fileprivate static func milestoneKey(_ figure: Figure) -> String? {
        ExperienceRequirement(rawValue: figure.id).map { milestoneKey($0) }
    }
}

import EventCodec
import EventModel
import EventSourcing

/// The evidence of notices, reminders and other things that are due.
extension Ledger {
    /// A figure of each notice, of those that are due and then of those that are held: what gives reason to say it, and
    /// what holds it.
    public func figures(_ notices: NoticesAnswer, of domain: String, _ asOf: AsOf = .now) throws -> [Figure] {
        let (due, held) = (
            notices.due.map { ($0, nil as NoticeGate?) }, notices.held.map { ($0.notice, Optional($0.gate)) }
        )
        return try figures(due + held, of: domain, asOf)
    }

    /// A figure of each thing that is due.
    public func figures(_ things: [DueThing], _ asOf: AsOf = .now) throws -> [Figure] {
        try things.map { thing in
            let isWaiting = environment.domains.contains { $0.due?.kind == thing.kind }
            return try figure(
                .init(key: thing.key, kind: thing.kind, stream: thing.stream, on: try answered(asOf).on),
                title: thing.title, value: isWaiting ? thing.at.description : "due",
                words: isWaiting ? "due since \(thing.at)" : "due", [],
                of: thing.domain, asOf)
        }
    }

    private func figures(_ notices: [(NoticeCandidate, NoticeGate?)], of domain: String, _ asOf: AsOf) throws
        -> [Figure]
    {
        try notices.map { notice, gate in
            let words = gate.map { "held by \($0.rawValue)" } ?? "due"
            return try figure(
                .init(key: notice.key, kind: notice.kind, stream: notice.stream, on: try answered(asOf).on),
                title: notice.title, value: words, words: words,
                gateSources(gate, notice, environment.domains.notices(of: domain), asOf), of: domain, asOf)
        }
    }

    private func figure(
        _ subject: NoticeSource.Subject, title: String, value: String, words: String, _ holding: [FigureSource],
        of domain: String, _ asOf: AsOf
    ) throws -> Figure {
        let grounds = try environment.domains.notices(of: domain).grounds(self, subject, asOf)
        return Figure(
            grounds.projection, subject.key, title, .string(value), words, from: grounds.sources + holding)
    }

    /// The sources of the gate that holds a notice: the permission, or the notices sent before.
    private func gateSources(_ gate: NoticeGate?, _ notice: NoticeCandidate, _ source: NoticeSource, _ asOf: AsOf)
        throws
        -> [FigureSource]
    {
        let on = try answered(asOf).on
        var sent = EventSource(streams: [source.stream], types: ["notice.sent"], day: on)
        switch gate {
        case .permission?:
            var settings = EventSource(
                streams: [source.permission, StreamID(kind: "settings", id: "notices")],
                types: ["permission.changed", "setting.changed"], day: on)
            settings.part = {
                $0.type == "permission.changed" && $0.stream == source.permission || $0["name"] == .string("notices")
                    ? .counts : .unconcerned
            }
            return [.events(settings)]
        case .dailyCap?, .globalCooldown?: return [.events(sent)]
        case .categoryCooldown?:
            sent.matching = ("category", [.string(notice.category)])
            return [.events(sent)]
        case .onceOnly?:
            sent.types = ["notice.sent", "notice.acknowledged"]
            sent.matching = ("key", [.string(notice.key)])
            return [.events(sent)]
        case .threshold?, nil: return []
        }
    }
}

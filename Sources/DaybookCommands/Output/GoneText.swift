import DaybookDomains

/// Why a record that has a stream is not shown: it came later than what is asked about, was erased, or was removed.
enum GoneText {
    /// `unknown` is what is said of a name that nothing ever had; `back` the command that brings back what was removed,
    /// nil where removed records are shown.
    static func reason(
        _ stream: StreamID, _ ledger: Ledger, _ asOf: AsOf, back: String? = nil, else unknown: Rejection
    ) throws -> Rejection {
        guard let now = try ledger.record(stream) else { return unknown }
        if now.created == nil, try ledger.isErased(stream) { return erased(stream) }
        if let refusal = try ledger.refusalOfNewer(stream, asOf) { return refusal }
        guard let then = try ledger.record(stream, asOf: asOf), then.created != nil else {
            return now.created == nil || asOf.known == .latest ? unknown : notKnown(stream.text, unknown.code, asOf)
        }
        if then.isRemoved, let back {
            return Rejection(
                code: unknown.code, message: "This \(stream.kind) was removed.",
                hint: "\"daybook \(back) \(stream.id)\" brings it back.")
        }
        return unknown
    }

    /// The answer of the body; if it finds no such record, the reason.
    static func answer<Result>(_ stream: StreamID, _ ledger: Ledger, _ asOf: AsOf, _ body: () throws -> Result) throws
        -> Result
    {
        do { return try body() } catch let rejection as Rejection where rejection.code == "\(stream.kind).unknown" {
            throw try reason(stream, ledger, asOf, else: rejection)
        }
    }

    static func notKnown(_ name: String, _ code: String, _ asOf: AsOf) -> Rejection {
        Rejection(
            code: code, message: "\"\(name)\" was not known at \(words(asOf.known)).",
            hint: "It came later. Leave --known-at out, or name a later one.")
    }

    private static func erased(_ stream: StreamID) -> Rejection {
        Rejection(
            code: "stream.erased", message: "This \(stream.kind) was erased: its content cannot be restored.",
            hint: "\"daybook show \(stream.text)\" shows what remains of it, and why it was erased.")
    }

    private static func words(_ known: AsOf.Known) -> String {
        switch known {
        case .latest: "the end"
        case .at(let instant): instant.description
        case .position(let position): "position \(position)"
        case .endOf(let date): "the end of \(date)"
        }
    }
}

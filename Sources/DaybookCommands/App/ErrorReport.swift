import DaybookDomains

/// A failure at one line of the input, with what was kept of the lines before it.
struct LineFailure: Error {
    var line: Int?
    let reason: any Error
    var kept: AppendReceipt?
}

/// An error as a person or a program reads it, and the status the program ends with.
struct ErrorReport {
    let status: Int32
    let code: String
    let message: String
    let hint: String?
    let line: Int?
    let kept: AppendReceipt?

    init(_ error: any Error) {
        var reason = error
        var line: Int?
        var kept: AppendReceipt?
        if let failure = error as? LineFailure {
            reason = failure.reason
            line = failure.line
            kept = failure.kept
        }
        if let refusal = reason as? DraftRefusal { reason = refusal.reason }
        if let refusal = reason as? LineRefusal {
            line = refusal.line
            reason = refusal.reason
        }
        if let fault = reason as? ImportFault {
            line = fault.line
            reason = fault.fault
        }
        self.line = line
        self.kept = kept
        // An error of the store that reached the shell as it is.
        reason = translation(of: reason)
        switch reason {
        case let rejection as Rejection:
            (status, code, message, hint) = (1, rejection.code, rejection.message, rejection.commandHint)
        case let fault as Fault:
            (status, code, message, hint) = (
                fault.kind.rawValue, fault.code, fault.message, ErrorReport.hint(fault, kept)
            )
        case let stopped as Stopped:
            status = stopped.status
            code = "append.stopped"
            message = "\(stopped.name) stopped the command before this line."
            hint = "Append the rest from this line on."
        default:
            status = Fault.Kind.defect.rawValue
            code = "defect"
            message = "Something unexpected happened: \(reason)."
            hint = "This is a defect of daybook; please report it with the command that shows it."
        }
    }

    /// The hint; beside batches that were kept, without the sentence that nothing was written.
    private static func hint(_ fault: Fault, _ kept: AppendReceipt?) -> String? {
        kept?.appended ?? 0 > 0 ? fault.commandHint.map(hintOfPart) : fault.commandHint
    }

    /// A hint of a command that may have written some of it.
    static func hintOfPart(_ hint: String) -> String {
        let nothing = "Nothing was written. "
        return hint.hasPrefix(nothing) ? String(hint.dropFirst(nothing.count)) : hint
    }

    /// One line: `{"error":{…}}`, with the figures of what was kept beside it.
    var json: JSONValue {
        let error = JSONValue.object(pairs: [
            "code": .string(code), "message": .string(message), "hint": hint.map { .string($0) },
            "line": line.map { .integer($0) },
        ])
        return .object(pairs: [
            "error": error, "appended": kept.map { .integer($0.appended) },
            "duplicates": kept.map { .integer($0.duplicates) },
            "position": kept.map { .integer($0.position.value) },
        ])
    }

    /// One sentence, then what was kept, then the hint.
    func lines(_ style: Style) -> [String] {
        let place = line.map { "Line \($0): " } ?? ""
        var lines = [style.bad("error:") + " " + Text.shown(place + message)]
        if let kept, kept.appended > 0 {
            lines.append(
                "\(kept.appended) \(kept.appended == 1 ? "event" : "events") of the batches before it were kept.")
        }
        if let hint { lines.append(style.strong("hint:") + " " + Text.shown(hint)) }
        return lines
    }
}

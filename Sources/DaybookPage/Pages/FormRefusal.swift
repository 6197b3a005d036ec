import DaybookDomains

/// Why a form was not taken, in the words of the page, and at which of its fields.
struct FormRefusal: Error {
    let code: String
    let message: String
    let field: FlightForm.Field?

    init(code: String, message: String, field: FlightForm.Field?) {
        self.code = code
        self.message = message
        self.field = field
    }

    /// A refusal by the ledger.
    init(_ rejection: Rejection) {
        let message =
            switch rejection.code {
            case "key.conflict":
                "This form was saved before, with other values. Discard it, and change the flight that it saved."
            case "version.conflict":
                "This flight was changed after this form was opened. Look at the values again, and save once more."
            case "amend.nothing": "Nothing to change: the flight already has these values."
            default: rejection.message
            }
        self.init(code: rejection.code, message: message, field: FormRefusal.field(rejection.code))
    }

    /// The same refusal at a field.
    func at(_ field: FlightForm.Field?) -> FormRefusal { FormRefusal(code: code, message: message, field: field) }

    /// Whether the person may keep what the form states.
    var isWarning: Bool { FlightRule(rawValue: code)?.isWarning == true }

    private static func field(_ code: String) -> FlightForm.Field? {
        switch code.split(separator: ".").first {
        case "date": .date
        case "hobbs": code == "hobbs.range" ? .hobbsEnd : .hobbs
        case "landings": .dayLandings
        case "certificate", "cfi": .cfiNumber
        default: nil
        }
    }
}

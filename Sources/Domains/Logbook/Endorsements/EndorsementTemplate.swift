/// A text of an endorsement with places to fill in, as Appendix A of AC 61-65K prints it.
public struct EndorsementTemplate: Hashable, Sendable {
    /// A field in one or several places of the text.
    public struct Field: Hashable, Sendable {
        /// How the field is named on a command line.
        public let name: String
        /// The words of the circular between the brackets.
        public let place: String
        /// A sentence of its own, which is left out where there is nothing to state.
        public let isOptional: Bool
    }

    /// A fault of a text: a field it lacks, or a given one without a place in it.
    public enum Fault: Error, Hashable, Sendable {
        case missing([Field])
        case unknown(String)
    }

    /// The circular, and the day of its issue.
    public static let (source, issued) = ("AC 61-65K", "2025-11-14")
    /// The field that the make and model of the endorsement fills.
    public static let makeModel = "makeModel"

    /// The number in the appendix, such as `A.6`. Other editions count differently.
    public let number: String
    public let title: String
    public let paragraph: String
    public let kind: Endorsement.Kind
    /// The text with the circular's brackets.
    public let text: String
    private let renaming: [String: String]

    init(
        _ number: String, _ title: String, _ paragraph: String, _ kind: Endorsement.Kind, _ text: String,
        renaming: [String: String] = [:]
    ) {
        (self.number, self.title, self.paragraph, self.kind) = (number, title, paragraph, kind)
        (self.text, self.renaming) = (text, renaming)
    }

    /// The template of a number: `A.6`, `a6` or `6`.
    public static func named(_ number: String) -> EndorsementTemplate? {
        var digits = number[...]
        if digits.first == "A" || digits.first == "a" { digits.removeFirst() }
        if digits.first == "." { digits.removeFirst() }
        return all.first { $0.number.dropFirst(2) == digits }
    }

    /// The review that a flight instructor attests with this text. The text alone makes no pilot current.
    public var review: PassedReview.Kind? {
        switch number {
        case "A.69": .flightReview
        case "A.71": .ipc
        default: nil
        }
    }

    // MARK: - Filling in

    private enum Piece {
        case words(Substring)
        case field(Field)
    }

    /// The fields, each once, in the order of the text.
    public var fields: [Field] {
        var names: Set<String> = []
        return pieces.compactMap { piece in
            guard case .field(let field) = piece, names.insert(field.name).inserted else { return nil }
            return field
        }
    }

    /// The number, the title, the paragraph and the text, with its places filled in.
    ///
    /// - Parameter values: Texts by the names of the fields.
    /// - Throws: `Fault`.
    public func filled(with values: [String: String]) throws(Fault) -> String {
        let fields = fields
        if let unknown = values.keys.sorted().first(where: { name in !fields.contains { $0.name == name } }) {
            throw .unknown(unknown)
        }
        let missing = fields.filter { !$0.isOptional && values[$0.name] == nil }
        guard missing.isEmpty else { throw .missing(missing) }
        var text = "\(EndorsementTemplate.source), \(number) \(title): \(paragraph). "
        for piece in pieces {
            switch piece {
            case .words(let words): text += words
            case .field(let field): text += values[field.name] ?? ""
            }
        }
        // An optional sentence is the last one.
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The text cut at its brackets.
    private var pieces: [Piece] {
        var (pieces, rest) = ([Piece](), text[...])
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            let words = rest[..<open]
            if !words.isEmpty { pieces.append(.words(words)) }
            let place = String(rest[rest.index(after: open)..<close])
            pieces.append(
                .field(
                    Field(
                        name: renaming[place] ?? EndorsementTemplate.names[place] ?? place, place: place,
                        isOptional: words.hasSuffix(". "))))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.words(rest)) }
        return pieces
    }

    /// The names of the places of the circular.
    private static let names = [
        "First name, MI, Last name": "name",
        "make and model (M/M)": makeModel,
        "M/M": makeModel,
        "airport name": "airport",
        "name of airport": "airport",
        "name of airport located in Class B, C, or D airspace or an airport having an operational control tower":
            "airport",
        "airport names": "airports",
        "name of Class B": "airspace",
        "name of Class B, C, or D": "airspace",
        "aircraft category": "category",
        "airplane, helicopter, or powered-lift": "category",
        "an airplane, a glider": "category",
        "aircraft category and class": "class",
        "specific category and class": "class",
        "origination airport": "origin",
        "route of flight": "route",
        "names of the airports": "landings",
        "date": "date",
        "List any applicable conditions or limitations.": "conditions",
        "optional": "limitations",
        "name of": "test",
        "(2) or (3) (as appropriate to the flight instructor rating sought)": "paragraph",
        "grade of pilot certificate": "grade",
        "certificate number": "certificateNumber",
        "flight and/or ground, as appropriate": "training",
    ]
}

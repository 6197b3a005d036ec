public import EventModel

/// A rule of the world that an evaluator follows, in each form that it has had.
///
/// The requirement of a rule may change from one day to the next. The form of a day answers a question about that
/// day. For a day before the first known form, that form answers, and the answer states so.
public struct DatedRule: Hashable, Sendable {
    /// The form of the rule from a day on.
    public struct Form: Hashable, Sendable {
        public let since: CivilDate
        /// Where it was published, such as a volume and page of a register.
        public let source: String
        /// The requirement, in a sentence.
        public let text: String

        public init(since: CivilDate, source: String, text: String) {
            self.since = since
            self.source = source
            self.text = text
        }
    }

    /// Its name, such as a paragraph.
    public let name: String
    /// The code of the authority that made it, where answers may follow another one.
    public let authority: String?
    /// Oldest first.
    public let forms: [Form]

    /// A `precondition`: there is a form, and each begins after the one before it.
    package init(_ name: String, authority: String? = nil, _ forms: [Form]) {
        precondition(
            !forms.isEmpty && zip(forms, forms.dropFirst()).allSatisfy { $0.since < $1.since },
            "the forms of a rule are in their order")
        self.name = name
        self.authority = authority
        self.forms = forms
    }

    /// The form that a question about a day is answered by.
    public func form(on day: CivilDate) -> Form { forms.last { $0.since <= day } ?? forms[0] }

    /// Whether that form was in force on the day; if not, no form is known that was.
    public func isKnown(on day: CivilDate) -> Bool { forms[0].since <= day }
}

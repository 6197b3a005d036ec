public import EventModel

/// An instructor's certificate number as a person tells it. How it is written no rule says, but for one thing: it has a digit.
public enum CertificateNumber {
    /// Refuses a text that can be no number; one that is blank tells none, and whether that is allowed another rule says.
    public static func refusal(of text: String?) -> Rejection? {
        guard let text, !text.allSatisfy(\.isWhitespace), !text.contains(where: \.isNumber) else { return nil }
        return Rejection(
            code: "cfi.noDigit", message: "\"\(text)\" is not a certificate number: it has no digit.",
            hint: "Give the number of the instructor's certificate, such as 1234567.")
    }
}

/// As the text `YYYY-MM-DD`.
extension CivilDate: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = CivilDate(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\"\(text)\" is no CivilDate."))
        }
        self = date
    }

    /// A day past the ends of the calendar is encoded as an empty text, which is no date.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode((CivilDate.earliest...CivilDate.latest).contains(self) ? description : "")
    }
}

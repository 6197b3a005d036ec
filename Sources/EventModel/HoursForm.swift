/// How a reader wants hours shown.
public enum HoursForm: String, CaseIterable, Sendable {
    /// `1.5`, or with two decimals, half up.
    case decimal
    /// `1:20`, or `1:20:30`, exact.
    case hm
}

extension Hours {
    public func text(_ form: HoursForm) -> String { form == .decimal ? text : clock }

    /// Appends `text(form)`.
    public func write(_ form: HoursForm, into bytes: inout [UInt8]) {
        if form == .decimal { write(into: &bytes) } else { bytes.append(contentsOf: clock.utf8) }
    }
}

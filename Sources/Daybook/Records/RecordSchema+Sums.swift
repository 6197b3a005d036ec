import DaybookKit

extension RecordSchema {
    /// The projection of the sums by key, and a value of its field as it stands in the rows.
    ///
    /// - Throws: `Fault` `sums.undeclared`, `sums.key`.
    func keyed(by value: some RecordField) throws -> (DayLedgerDefinition, key: [UInt8]) {
        guard let days, let sumsBy else {
            throw Fault(
                .usage, code: "sums.undeclared", message: "The schema of \(Of.self) keeps no sums by a field.",
                hint: "Name one: RecordSchema(…, sums: […], sumsBy: …).")
        }
        let field = try FieldProbe.fields(of: Of.self).first { $0.name == sumsBy.stringValue }
        guard let field, field.type == type(of: value) else {
            throw Fault(
                .usage, code: "sums.key",
                message: "The sums of \(Of.self) are by \(sumsBy.stringValue), which is no \(type(of: value)).")
        }
        return (days, try key(value))
    }

    private func key(_ value: some RecordField) throws -> [UInt8] {
        switch value {
        case let date as CivilDate: Array(String(date.day).utf8)
        case let number as Int: Array(String(number).utf8)
        case let truth as Bool: Array((truth ? "1" : "0").utf8)
        default: Array(Text.normalize(value.json.stringValue ?? "").utf8)
        }
    }
}

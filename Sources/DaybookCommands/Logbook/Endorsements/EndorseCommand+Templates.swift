import ArgumentParser
import DaybookDomains

extension EndorseCommand {
    struct Templates: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "templates", abstract: "List the texts of AC 61-65K, Appendix A, or show one with its fields.",
            discussion: """
                Examples:
                  daybook endorse templates
                  daybook endorse templates A.6
                """)

        @Argument(help: "The number of a text; with it the text and its fields are shown.") var number: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let one = try number.map { try FilledTemplate.template($0) }
            let listed = one.map { [$0] } ?? EndorsementTemplate.all
            try session.answer(.array(listed.map(json))) {
                if let one { return try show(one, session) }
                var table = Table([("Number", .left), ("Kind", .left), ("Paragraph", .left), ("", .left)])
                for each in listed {
                    table.add([
                        Table.Cell(each.number), Table.Cell(each.kind.rawValue), Table.Cell(each.paragraph),
                        Table.Cell(each.title, .faint),
                    ])
                }
                try session.print(table)
                try session.print(
                    "Texts of \(EndorsementTemplate.source) of \(EndorsementTemplate.issued), Appendix A. "
                        + "\"daybook endorse templates NUMBER\" shows one.")
            }
        }

        private func show(_ template: EndorsementTemplate, _ session: Session) throws {
            try session.print(
                "\(EndorsementTemplate.source), \(template.number) \(template.title): \(template.paragraph)")
            try session.print("\n\(template.text)\n\n\(template.endText)\n")
            if template.fields.isEmpty { return }
            var table = Table([("Field", .left), ("Place", .left), ("", .left)])
            for field in template.fields {
                table.add([
                    Table.Cell(Templates.option(field)), Table.Cell("[\(field.place)]"),
                    Table.Cell(field.isOptional ? "may be left out" : "", .faint),
                ])
            }
            try session.print(table)
        }

        private func json(_ template: EndorsementTemplate) -> JSONValue {
            .object(pairs: [
                "number": .string(template.number), "source": .string(EndorsementTemplate.source),
                "title": .string(template.title), "paragraph": .string(template.paragraph),
                "kind": .string(template.kind.rawValue), "text": .string(template.text),
                "ends": .string(template.endText),
                "fields": .array(
                    template.fields.map {
                        .object(pairs: [
                            "name": .string($0.name), "place": .string($0.place), "optional": .bool($0.isOptional),
                        ])
                    }),
            ])
        }

        fileprivate static func option(_ field: EndorsementTemplate.Field) -> String {
            field.name == EndorsementTemplate.makeModel ? "--make-model TEXT" : "--fill \(field.name)=TEXT"
        }
    }
}

/// A template of an endorsement with what the command line fills in.
struct FilledTemplate {
    let template: EndorsementTemplate
    let makeModel: String?
    let text: String

    /// Throws `Fault` `template.unknown`, `template.fieldForm`, `template.fieldTwice`, `template.fieldUnknown` and
    /// `template.fieldMissing` (64).
    init(named number: String, _ fill: [String], makeModel: String?) throws {
        template = try FilledTemplate.template(number)
        var values: [String: String] = [:]
        // Other texts name no make and model; the endorsement has it all the same.
        if template.fields.contains(where: { $0.name == EndorsementTemplate.makeModel }) {
            values[EndorsementTemplate.makeModel] = makeModel
        }
        for given in fill {
            let (name, text) = try FilledTemplate.field(given)
            guard values.updateValue(text, forKey: name) == nil else {
                throw Fault(
                    .usage, code: "template.fieldTwice", message: "The field \"\(name)\" is given twice.",
                    hint: "Give each field once.")
            }
        }
        do { text = try template.filled(with: values) } catch { throw FilledTemplate.fault(error, template) }
        self.makeModel = values[EndorsementTemplate.makeModel]
    }

    static func template(_ number: String) throws -> EndorsementTemplate {
        guard let template = EndorsementTemplate.named(number) else {
            throw Fault(
                .usage, code: "template.unknown", message: "There is no template \"\(number)\".",
                hint: "\"daybook endorse templates\" lists them.")
        }
        return template
    }

    private static func field(_ given: String) throws -> (name: String, text: String) {
        let parts = given.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].allSatisfy(\.isWhitespace) else {
            throw Fault(
                .usage, code: "template.fieldForm", message: "\"\(given)\" is not a field and its text.",
                hint: "Write it like name=\"Jo A. Pilot\".")
        }
        return (String(parts[0]), String(parts[1]))
    }

    private static func fault(_ fault: EndorsementTemplate.Fault, _ template: EndorsementTemplate) -> Fault {
        let shown = "\"daybook endorse templates \(template.number)\" shows the text."
        switch fault {
        case .missing(let fields):
            return Fault(
                .usage, code: "template.fieldMissing",
                message: "The template \(template.number) needs \(fields.map(\.name).joined(separator: ", ")).",
                hint: "Give \(fields.map(EndorseCommand.Templates.option).joined(separator: ", ")); \(shown)")
        case .unknown(let name):
            let names = template.fields.map(\.name).joined(separator: ", ")
            return Fault(
                .usage, code: "template.fieldUnknown",
                message: "The template \(template.number) has no field \"\(name)\".",
                hint: names.isEmpty ? shown : "It has \(names); \(shown)")
        }
    }

    /// A fact that the text attests and no answer counts yet.
    func note(on day: CivilDate) -> String? {
        template.review.map {
            "No answer counts this text as a review. "
                + "\"daybook review add --kind \($0.rawValue) --date \(day)\" enters it."
        }
    }
}

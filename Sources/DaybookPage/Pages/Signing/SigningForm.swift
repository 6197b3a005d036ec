import DaybookDomains

/// The fields that an instructor enters to sign an entry.
struct SigningForm {
    private(set) var number = ""
    private(set) var name = ""
    /// The last day of the certificate.
    private(set) var through = ""
    /// The drawn signature as the script sends it: a data URL of a PNG.
    private(set) var drawing = ""

    private static let start = "data:image/png;base64,"

    init() {}

    init(_ items: [PageAddress.Item]) {
        func text(_ name: String) -> String { items.last { $0.name == name }?.value ?? "" }
        number = text("number")
        name = text("name")
        through = text("through")
        drawing = text("drawing")
    }

    /// Who signs, and with which picture.
    ///
    /// - Throws: ``FormRefusal`` that names the field.
    func instructor() throws -> Ledger.SigningInstructor {
        let typed = name.allSatisfy(\.isWhitespace) ? nil : name
        guard !number.allSatisfy(\.isWhitespace) else {
            throw FormRefusal(
                code: "cfi.required", message: "A signature needs the instructor's certificate number.",
                field: nil)
        }
        guard typed != nil || !drawing.isEmpty else {
            throw FormRefusal(
                code: "signature.required", message: "Draw the signature, or type the instructor's name.", field: nil)
        }
        var day: CivilDate?
        if !through.isEmpty {
            guard let date = CivilDate(through) else {
                throw FormRefusal(
                    code: "date.unreadable", message: "\"\(through)\" is no date. Write it like 2026-02-10.", field: nil
                )
            }
            day = date
        }
        return Ledger.SigningInstructor(
            cfiNumber: number, name: typed, certificateThrough: day, image: try picture())
    }

    private func picture() throws -> [UInt8]? {
        if drawing.isEmpty { return nil }
        guard drawing.utf8.starts(with: SigningForm.start.utf8),
            let bytes = Base64.decode(String(drawing.dropFirst(SigningForm.start.count))), PictureType(bytes) == .png
        else {
            throw FormRefusal(
                code: "image.unknownType", message: "The drawing is no picture. Draw it again.", field: nil)
        }
        return bytes
    }
}

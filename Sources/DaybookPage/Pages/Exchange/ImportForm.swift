import DaybookDomains

/// A file of another program, and how it is read. The form carries the file from the check to the import: nothing of it
/// lies anywhere before it is imported.
struct ImportForm {
    private(set) var file = ""
    private(set) var bytes: [UInt8] = []
    /// The name of a format or of a map that is known; `auto` for what the first row shows.
    private(set) var format = "auto"
    /// The order of dates that do not show it; empty for none.
    private(set) var dates = ""
    /// Columns by hand: the text of a map; empty for none.
    private(set) var map = ""

    static let formats = ["auto"] + ImportFormat.allCases.map(\.rawValue) + ImportMap.shipped.keys.sorted()
    static let orders = ["", "mdy", "dmy", "ymd"]
    private static let bytesMaximum = 8 << 20
    private static let mapBytesMaximum = 64 << 10

    init() {}

    init(_ form: UploadForm) throws {
        func text(_ name: String) -> String { form.items.last { $0.name == name }?.value ?? "" }
        format = text("format").isEmpty ? "auto" : text("format")
        dates = text("dates")
        map = text("map")
        if let upload = form.files["file"], !upload.bytes.isEmpty {
            (file, bytes) = (upload.name, upload.bytes)
        } else if let kept = Base64.decode(text("kept")) {
            (file, bytes) = (text("name"), kept)
        }
        guard !bytes.isEmpty else {
            throw FormRefusal(code: "file.required", message: "Choose a file first.", field: nil)
        }
        guard bytes.count <= ImportForm.bytesMaximum else {
            throw FormRefusal(
                code: "file.tooLarge",
                message: "A file has at most \(ImportForm.bytesMaximum >> 20) MiB here. Divide it.",
                field: nil)
        }
        guard ImportForm.formats.contains(format), ImportForm.orders.contains(dates) else {
            throw PageProblem.malformed
        }
    }

    /// Reads the file.
    ///
    /// - Throws: ``FormRefusal`` for a file, or a map, that cannot be read.
    func read(today: CivilDate) throws -> (source: String, reading: ImportReading) {
        let text = Ledger.normalized(bytes)
        let options = ImportOptions(dates: DateOrder(rawValue: dates))
        do {
            if !map.allSatisfy(\.isWhitespace) {
                guard map.utf8.count <= ImportForm.mapBytesMaximum else { throw PageProblem.malformed }
                let map = map.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
                return ("map", try ImportMap(map, name: "the map").read(text, today: today, options: options))
            }
            if let map = ImportMap.shipped[format] {
                return ("map", try map.read(text, today: today, options: options))
            }
            if let found = try ImportFormat(rawValue: format) ?? ImportFormat.recognise(bytes) {
                return (found.rawValue, try found.read(text, today: today, options: options))
            }
        } catch let fault as ImportMapFault {
            throw FormRefusal(code: fault.fault.code, message: fault.fault.message, field: nil)
        } catch let fault as ImportFault {
            let line = fault.line.map { "Line \($0) of the file: " } ?? ""
            throw FormRefusal(code: fault.fault.code, message: line + fault.fault.message, field: nil)
        }
        let known = ImportMap.shippedName(for: bytes).map { " It has the columns of \($0): choose that format." }
        throw FormRefusal(
            code: "import.unknownFormat",
            message: "This file is in no format that is known: \(UnknownContent(bytes).seen)."
                + (known ?? " Name its columns below."),
            field: nil)
    }

    /// A map to complete, from the first row of the file; nil where that cannot be read.
    var example: String? {
        if !map.isEmpty { return map }
        if bytes.isEmpty { return nil }
        return try? ImportMap.example(for: bytes, file: file)  // A file without a first row has no columns to name.
    }
}

import ArgumentParser
import DaybookDomains

struct AlarmPhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", abstract: "The photos of an alarm, at most five of one person.",
        discussion: """
            Examples:
              daybook alarm photo add 0192f0c1 meter.jpeg
              daybook alarm photo list 0192f0c1
              daybook alarm photo remove 0192f0c1 1

            A photo is named by its number in the list, or by its SHA-256 or a beginning of
            it.
            """,
        subcommands: [
            AlarmPhotoAdd.self, AlarmPhotoChange.self, AlarmPhotoRemove.self, AlarmPhotoList.self, AlarmPhotoSave.self,
        ])

    /// A photo of an alarm as a person names it. Throws `Rejection` `attachment.unknown`.
    static func existing(_ text: String, of stream: StreamID, _ ledger: Ledger) throws -> AlarmPhoto {
        let photos = try ledger.photos(of: stream)
        // No two photos begin alike for so long that a digest would be written as short as a number.
        if text.utf8.count <= 2, let number = Int(text) {
            if photos.indices.contains(number - 1) { return photos[number - 1] }
            throw AlarmRules.photoUnknown.naming(stream)
        }
        let found = photos.filter { !text.isEmpty && $0.digest.hex.hasPrefix(text.lowercased()) }
        guard found.count == 1, let photo = found.first else { throw AlarmRules.photoUnknown.naming(stream) }
        return photo
    }

    /// The bytes of a file that is to be a photo; one that is too large is not read to its end.
    static func bytes(_ path: String, _ session: Session) throws -> [UInt8] {
        try Files.bytes(
            path, bytesMaximum: Limits.blobBytesMaximum, session.console,
            orThrow: Rejection(
                code: "blob.tooLarge",
                message: "\(path) is larger than the \(Limits.blobBytesMaximum >> 20) MiB that are kept of a picture.",
                hint: "Make the picture smaller."))
    }

    static func json(_ stream: StreamID, _ photo: [UInt8], _ receipt: AppendReceipt?) -> JSONValue {
        .object(pairs: ["id": .string(stream.id), "digest": .string(Ledger.digest(ofFile: photo))]).wrote(receipt)
    }
}

struct AlarmPhotoAdd: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Attach a photo to an alarm.",
        discussion: """
            Example:
              daybook alarm photo add 0192f0c1 meter.jpeg

            PNG, JPEG, GIF, WebP or HEIC, at most 10 MiB.
            """)

    @Argument(help: "The alarm.") var id: String
    @Argument(help: "The photo's file; - for standard input.", completion: .file()) var file: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let bytes = try AlarmPhotoCommand.bytes(file, session)
        try session.withLedger(.readWrite) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            let receipt = try ledger.addPhoto(bytes, to: stream)
            try session.answer(AlarmPhotoCommand.json(stream, bytes, receipt)) {
                try session.print(
                    receipt == nil
                        ? "This photo is attached already." : "Photo attached: sha256:\(Ledger.digest(ofFile: bytes)).")
            }
        }
    }
}

struct AlarmPhotoChange: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Replace a photo.",
        discussion: """
            Example:
              daybook alarm photo change 0192f0c1 1 better.jpeg
            """)

    @Argument(help: "The alarm.") var id: String
    @Argument(help: "The photo to replace.") var photo: String
    @Argument(help: "The new photo's file; - for standard input.", completion: .file()) var file: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let bytes = try AlarmPhotoCommand.bytes(file, session)
        try session.withLedger(.readWrite) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            let old = try AlarmPhotoCommand.existing(photo, of: stream, ledger)
            let receipt = try ledger.changePhoto(old.digest, to: bytes, of: stream)
            try session.answer(AlarmPhotoCommand.json(stream, bytes, receipt)) {
                try session.print(
                    receipt == nil
                        ? "This photo is attached already." : "Photo changed: sha256:\(Ledger.digest(ofFile: bytes)).")
            }
        }
    }
}

struct AlarmPhotoRemove: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a photo from an alarm. Its digest stays in the history.",
        discussion: """
            Example:
              daybook alarm photo remove 0192f0c1 1

            Its bytes stay until "daybook compact", so that an undo can bring it back.
            """)

    @Argument(help: "The alarm.") var id: String
    @Argument(help: "The photo.") var photo: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            let receipt = try ledger.removePhoto(
                try AlarmPhotoCommand.existing(photo, of: stream, ledger).digest, of: stream)
            try session.answer(AlarmCommand.json(stream, receipt)) {
                try session.print(
                    "Photo removed.\(receipt.ids.last.map { " \"daybook undo \($0.short)\" brings it back." } ?? "")")
            }
        }
    }
}

struct AlarmPhotoList: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The photos of an alarm.",
        discussion: """
            Example:
              daybook alarm photo list 0192f0c1
            """)

    @Argument(help: "The alarm.") var id: String
    @OptionGroup(title: "Times") var times: AlarmMomentOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .alarms }

    func run(in session: Session) throws {
        try times.asking(session) { ledger, asOf, _ in
            let stream = try AlarmCommand.existing(id, ledger, asOf)
            try session.concern(stream, ledger, asOf)
            let photos = try GoneText.answer(stream, ledger, asOf) { try ledger.photos(of: stream, asOf) }
            if session.isJSON { return try session.print(.array(photos.map(\.data))) }
            try session.printKnownAt(times.known, try ledger.answered(asOf))
            if photos.isEmpty { return try session.printNone("This alarm has no photo.") }
            var table = Table([("Number", .right), ("Kind", .left), ("Bytes", .right), ("SHA-256", .left)])
            for (index, photo) in photos.enumerated() {
                table.add([
                    Table.Cell("\(index + 1)"), Table.Cell(photo.mediaType), Table.Cell("\(photo.bytes)"),
                    Table.Cell(photo.digest.hex, .faint),
                ])
            }
            try session.print(table)
        }
    }
}

struct AlarmPhotoSave: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Write a photo to a file.",
        discussion: """
            Examples:
              daybook alarm photo save 0192f0c1 1 meter.jpeg
              daybook alarm photo save 0192f0c1 1 - > meter.jpeg
            """)

    @Argument(help: "The alarm.") var id: String
    @Argument(help: "The photo.") var photo: String
    @Argument(help: "The file to write; - for standard output only.", completion: .file()) var file: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try OutputFiles.checkAlone(file, "photo", isJSON: session.isJSON)
        try session.withLedger(.readOnly) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            let photo = try AlarmPhotoCommand.existing(photo, of: stream, ledger)
            guard let bytes = try ledger.attachment(photo.digest) else {
                throw Fault(
                    .missing, code: "image.missing",
                    message: "The photo sha256:\(photo.digest.hex) is not in this ledger.",
                    hint: "Take it from the ledger in which it was attached: daybook sync, or import its export.")
            }
            if file == "-" { return try session.console.write(file: bytes) }
            let isReplaced = try session.writeFile(file) { try $0.write(bytes) }
            try session.answer(
                .object([.init("id", .string(stream.id)), .init("file", .string(file))] + photo.members)
            ) {
                try session.print("The photo is in \(Text.shown(file))\(Files.inPlace(isReplaced)).")
            }
        }
    }
}

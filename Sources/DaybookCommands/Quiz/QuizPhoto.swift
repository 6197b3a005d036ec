import ArgumentParser
import DaybookDomains

struct QuizPhoto: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", abstract: "The photo of your profile: show, set, save or remove it.",
        discussion: """
            Examples:
              daybook quiz photo
              daybook quiz photo me.jpeg
              daybook quiz photo --save copy.jpeg
              daybook quiz photo --remove

            PNG, JPEG, GIF, WebP or HEIC, at most 10 MB. It stays in this ledger and the
            ledgers that exchange with it.
            """)

    @Argument(help: "The photo's file; - for standard input.", completion: .file()) var file: String?
    @Option(help: ArgumentHelp("Write the photo to a file.", valueName: "file"), completion: .file()) var save: String?
    @Flag(help: "Remove the photo. Its digest stays in the history.") var remove = false
    @OptionGroup(title: "Times") var times: QuizTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .practiceTests }

    func run(in session: Session) throws {
        guard [file != nil, save != nil, remove].count(where: \.self) <= 1 else {
            throw Fault(.usage, code: "usage.wrong", message: "A file, --save and --remove do not go together.")
        }
        if file != nil || remove { try times.refuse("A photo is given or taken off now: it takes no other time.") }
        if let file {
            let bytes = try AlarmPhotoCommand.bytes(file, session)
            return try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.setProfilePhoto(bytes)
                try print(try ledger.profilePhoto(), nil, session) {
                    receipt == nil
                        ? "This is the photo already." : "Photo attached: sha256:\(Ledger.digest(ofFile: bytes))."
                }
            }
        }
        if remove {
            return try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.removeProfilePhoto()
                try print(nil, nil, session) { receipt == nil ? "There is no photo." : "Photo removed." }
            }
        }
        try times.asking(session) { ledger, asOf, _ in
            let photo = try ledger.profilePhoto(asOf)
            let answered = try ledger.answered(asOf)
            if let save {
                guard let photo, let bytes = try ledger.attachment(photo.digest) else {
                    throw Fault(
                        .missing, code: "image.missing", message: "There is no photo in this ledger.",
                        hint: "Give one: daybook quiz photo FILE")
                }
                let isReplaced = try session.writeFile(save) { try $0.write(bytes) }
                return try print(photo, answered, session) {
                    "The photo is in \(Text.shown(save))\(Files.inPlace(isReplaced))."
                }
            }
            try session.printKnownAt(times.known, answered)
            guard let photo else {
                return try session.answer(QuizPhoto.json(nil, answered)) { try session.printNone("There is no photo.") }
            }
            try print(photo, answered, session) {
                "\(photo.mediaType), \(photo.bytes) bytes, sha256:\(photo.digest.hex)"
            }
        }
    }

    private static func json(_ photo: ProfilePhoto?, _ asOf: AnsweredAsOf?) -> JSONValue {
        .object(pairs: ["asOf": asOf?.json, "photo": photo.map(\.data) ?? .null])
    }

    private func print(_ photo: ProfilePhoto?, _ asOf: AnsweredAsOf?, _ session: Session, _ line: () -> String) throws {
        try session.answer(QuizPhoto.json(photo, asOf)) {
            try session.print(line())
        }
    }
}

import ArgumentParser
import DaybookDomains

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Instructors' signing keys, kept in separate files.",
        discussion: """
            Examples:
              daybook key new instructor.key
              daybook key show instructor.key
              daybook key sign request.json --key instructor.key --cfi 1234567
            """,
        subcommands: [New.self, Show.self, KeySign.self])

    struct New: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create a signing key for an instructor.",
            discussion: """
                Example:
                  daybook key new instructor.key

                The file is new, names its kind and is readable by its owner only. Its
                holder can sign in the instructor's name; the public key that is printed
                may be given to anyone.
                """)

        @Argument(help: "The file to make.", completion: .file()) var file: String
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let seed = LedgerEnvironment.systemEntropy(32)
            try Files.writeSecret(file, try Ledger.keyFile(.instructor, seed: seed))
            let key = try Ledger.publicKey(ofSeed: seed)
            try session.answer(
                .object(pairs: [
                    "file": .string(file), "publicKey": .string(key),
                    "kind": .string(Ledger.KeyKind.instructor.rawValue),
                ])
            ) {
                try session.print("Wrote a new key to \(file). Keep it secret.")
                try session.print("Its public key is \(key).")
            }
        }
    }

    struct Show: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the public key of a key file.",
            discussion: """
                Example:
                  daybook key show instructor.key
                """)

        @Argument(help: "The key's file.", completion: .file()) var file: String
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let key = try Ledger.SecretKey(
                file: try Files.bytes(file, bytesMaximum: 1 << 20, session.console), named: file)
            try session.answer(
                .object(pairs: [
                    "file": .string(file), "publicKey": .string(key.publicKey), "kind": .textOrNull(key.kind?.rawValue),
                ])
            ) {
                try session.print(key.publicKey)
            }
        }
    }
}

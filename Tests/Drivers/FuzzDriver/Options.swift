import EventModel

/// The options of the command line.
struct Options {
    static let usage = """
        usage: ledger-fuzz TARGET [--runs N] [--seed S] [--from N] [--root CHECKOUT] [--scratch FOLDER] [--patience SECONDS]
               ledger-fuzz TARGET --input HEX      one input, given
               ledger-fuzz TARGET --emit N         the first N inputs and their verdicts, one a line: accepted|refused HEX
               ledger-fuzz --list
        """

    var target = ""
    var isList = false
    var runs: UInt64 = 10_000
    var seed: UInt64 = 1
    var from: UInt64 = 0
    var root = "."
    var scratch = "/dev/shm"
    var patienceSeconds: UInt64 = 20
    var input: [UInt8]?
    var emit: UInt64?
    /// The arguments of libFuzzer, when it is to choose the inputs (in a build for it).
    var libFuzzer: [String]?
    /// Set in a child: where it says how far it is.
    var progress: String?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func number(_ name: String) throws -> UInt64 {
            guard let value = rest.popFirst().flatMap({ UInt64($0) }) else {
                throw Complaint("\(name) needs a number.\n\(Options.usage)")
            }
            return value
        }
        func text(_ name: String) throws -> String {
            guard let value = rest.popFirst() else { throw Complaint("\(name) needs a value.\n\(Options.usage)") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--list": isList = true
            case "--runs": runs = try number(argument)
            case "--seed": seed = try number(argument)
            case "--from": from = try number(argument)
            case "--root": root = try text(argument)
            case "--scratch": scratch = try text(argument)
            case "--patience": patienceSeconds = try number(argument)
            case "--emit": emit = try number(argument)
            case "--progress": progress = try text(argument)
            case "--libfuzzer":
                libFuzzer = Array(rest.dropFirst(rest.first == "--" ? 1 : 0))
                rest = []
            case "--input":
                guard let bytes = Hex.decode(try text(argument)) else {
                    throw Complaint("--input needs lower-case hexadecimal.")
                }
                input = bytes
            case _ where target.isEmpty && !argument.hasPrefix("-"): target = argument
            default: throw Complaint("\(argument) is not understood.\n\(Options.usage)")
            }
        }
        if target.isEmpty && !isList { throw Complaint(Options.usage) }
    }
}

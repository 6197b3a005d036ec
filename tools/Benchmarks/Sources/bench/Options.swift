import Foundation

/// The command line of the benchmarks.
struct Options {
    static let usage = """
        usage: tools/bench [--quick] [--only NAME] [--events N] [--rounds N] [--baselines] [--folder DIR] [--list]
          --quick       small sizes, under a minute in all
          --only NAME   one benchmark, or all below a name (append)
          --events N    as many events instead of the benchmark's own number
          --rounds N    turns of each side, at least 5
          --baselines   the baselines alone
          --folder DIR  where the stores are made; it must be on the disk to be measured
          --list        the names
          --lines N     no benchmark: N generated events as `append` takes them
          --rows N      no benchmark: N generated rows as the store has them, in hex
        """

    var isQuick = false
    var only: String?
    var events: Int?
    var rounds: Int?
    var baselinesOnly = false
    var folder = NSTemporaryDirectory() + "daybook-bench"
    var listsNames = false
    var lines = 0
    var rows = 0

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(_ option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value\n\(Self.usage)") }
            return value
        }
        func number(_ option: String) throws -> Int {
            let text = try value(option)
            guard let number = Int(text), number > 0 else {
                throw BenchmarkError("\(option): '\(text)' is not a number above 0")
            }
            return number
        }
        while let option = rest.popFirst() {
            switch option {
            case "--quick": isQuick = true
            case "--only": only = try value(option)
            case "--events": events = try number(option)
            case "--rounds": rounds = try number(option)
            case "--baselines": baselinesOnly = true
            case "--folder": folder = try value(option)
            case "--list": listsNames = true
            case "--lines": lines = try number(option)
            case "--rows": rows = try number(option)
            default: throw BenchmarkError("unknown option '\(option)'\n\(Self.usage)")
            }
        }
    }

    func selects(_ name: String) -> Bool { only.map { name == $0 || name.hasPrefix($0 + ".") } ?? true }
}

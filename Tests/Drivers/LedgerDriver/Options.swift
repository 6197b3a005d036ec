import DaybookDomains
import EventModel
import Glibc
import LedgerTestSupport
import Synchronization

/// `--name value` pairs; a name may come more than once.
struct Options {
    private var values: [String: [String]] = [:]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), let value = rest.popFirst() else {
                Output.error("error usage \(name) is not an option with a value")
                exit(64)
            }
            values[String(name.dropFirst(2)), default: []].append(value)
        }
    }

    mutating func set(_ name: String, _ value: String) { values[name] = [value] }
    func texts(_ name: String) -> [String] { values[name] ?? [] }
    func has(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) -> String {
        guard let value = values[name]?.last else {
            Output.error("error usage --\(name) is needed")
            exit(64)
        }
        return value
    }

    func number(_ name: String, _ otherwise: Int) -> Int {
        guard let value = values[name]?.last else { return otherwise }
        guard let number = Int(value) else {
            Output.error("error usage --\(name) is a number")
            exit(64)
        }
        return number
    }

    /// The machine's clock and randomness, or with `--entropy SEED` ones that give the same bytes in every run.
    var environment: LedgerEnvironment {
        var environment = LedgerEnvironment.daybook()
        if has("entropy") {
            let random = Mutex(SeededRandom(seed: UInt64(number("entropy", 0))))
            let ticks = Mutex<Int64>(0)
            environment.entropy = { count in random.withLock { $0.bytes(count) } }
            environment.clock = {
                ticks.withLock { tick in
                    tick += 1
                    return Instant(milliseconds: 1_767_225_600_000 + tick * 250)
                }
            }
        }
        if has("map") { environment.mapByteCount = number("map", 0) << 20 }
        return environment
    }
}

/// Lines written by one write(2) each, so that a killed process leaves whole lines but for the last.
enum Output {
    static func line(_ text: String) { put(text + "\n", 1) }
    static func error(_ text: String) { put(text + "\n", 2) }

    private static func put(_ text: String, _ descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { exit(74) }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}

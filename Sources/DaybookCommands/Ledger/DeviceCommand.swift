import ArgumentParser
import DaybookDomains

struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "The devices that write this logbook, and their names.",
        discussion: """
            Examples:
              daybook device name Tablet
              daybook device list
            """,
        subcommands: [Name.self, List.self])

    struct Name: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "name", abstract: "Give this device a name that every device of yours shows.",
            discussion: """
                Examples:
                  daybook device name Tablet
                  daybook device name "Old phone" --device 0192f0c1

                The name travels with the events. It stands beside each change that the
                device made. Without it a change names the device by its log.
                """)

        @Argument(help: "The name, at most 40 characters.") var name: String
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Another device, by its log or the beginning of it.", valueName: "log"))
        var device: String?
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                let other = try device.map { try Name.origin($0, ledger) }
                let named = try ledger.nameDevice(name, origin: other)
                let names = try ledger.deviceNames()
                let isOwn = named.origin == names.own
                let json = JSONValue.object(pairs: [
                    "origin": .string(named.origin.hex), "name": .string(name), "own": .bool(isOwn),
                ])
                try session.answer(json.wrote(named.receipt)) {
                    let device = isOwn ? "This device" : "The device \(named.origin.hex.prefix(12))"
                    try session.print("\(device) is named \(Text.shown(name)) now.")
                    if names.isShared(name) {
                        try session.printNotes(["Another device has the same name; both are shown with their logs."])
                    }
                }
            }
        }

        /// The device whose log begins so.
        private static func origin(_ text: String, _ ledger: Ledger) throws -> OriginID {
            let found = try ledger.devices().filter { $0.origin.hex.hasPrefix(text) || $0.name == text }
            guard !text.isEmpty, let device = found.first, found.count == 1 else {
                throw found.count > 1 && !text.isEmpty
                    ? Rejection(
                        code: "device.ambiguous", message: "More than one device is named \"\(text)\", or begins so.",
                        hint: "Give more of its log: \"daybook device list\" shows it.")
                    : Rejection(
                        code: "device.unknown", message: "No device \"\(text)\" has written here.",
                        hint: "\"daybook device list\" shows them.")
            }
            return device.origin
        }
    }

    struct List: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the devices that wrote events, this one first.",
            discussion: """
                Example:
                  daybook device list
                """)

        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let devices = try session.withLedger(.readOnly) { try $0.devices() }
            let json = devices.map { device in
                JSONValue.object(pairs: [
                    "origin": .string(device.origin.hex), "name": .textOrNull(device.name), "own": .bool(device.isOwn),
                    "otherPerson": .bool(device.isOfOther), "events": .integer(device.events),
                ])
            }
            try session.answer(.array(json)) {
                if devices.isEmpty { return try session.print("No device has written an event.") }
                var table = Table([("Name", .left), ("Log", .left), ("Events", .right), ("", .left)])
                for device in devices {
                    table.add([
                        Table.Cell(device.name ?? "–"), Table.Cell(device.origin.hex),
                        Table.Cell(String(device.events)),
                        Table.Cell(device.isOwn ? "this device" : device.isOfOther ? "another person's" : "", .faint),
                    ])
                }
                try session.print(table)
                if devices.contains(where: { $0.name == nil && $0.isOwn }) {
                    try session.print("\"daybook device name NAME\" names this device.")
                }
            }
        }
    }
}

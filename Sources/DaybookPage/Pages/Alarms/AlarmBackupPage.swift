import DaybookDomains

/// How alarms are kept safe and come to another device.
enum AlarmBackupPage {
    private static let parts: [(id: String, title: String, lines: [String], command: String)] = [
        (
            "export", "Local export",
            ["An export is one file with every event of the ledger. A backup is a checked copy of its folder."],
            "daybook backup /path/of/a/new/folder"
        ),
        (
            "restore", "Restore and merge",
            [
                "An import merges the events of an export into this ledger. What both have is there once.",
                "The plan and its alarms come back with it: a purchase is restored in this way.",
            ], "daybook import ledger.jsonl"
        ),
        (
            "sync", "Sync with a folder",
            ["Devices that share a folder, on a disk or a network drive, exchange their events through it."],
            "daybook sync /path/of/a/shared/folder"
        ),
    ]
    private static let tips = [
        "Keep one backup outside the house.", "Restore a backup into a new folder once, to see that it can be read.",
        "\"daybook verify\" checks every event of a ledger.",
    ]

    static func make(_ context: PageContext) throws -> PageView {
        var content = HTML()
        content.element(.h1, text: "Backup & Sync")
        content.element(.p, text: "The ledger is a folder on this machine. No cloud has a copy of it.")
        for (id, title, lines, command) in parts {
            content.element(.section, .id(id), .label(title)) { content in
                content.element(.h2, text: title)
                for line in lines { content.element(.p, text: line) }
                content.element(.p) { $0.element(.code, text: command) }
            }
        }
        AlarmPlanPage.addComparison(&content)
        content.element(.h2, text: "Tips")
        content.element(.ul) { content in
            for tip in tips { content.element(.li, text: tip) }
        }
        return PageView(title: "Backup & Sync", section: .alarms, content: content)
    }
}

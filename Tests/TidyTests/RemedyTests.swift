import Testing

/// What an app links, apart from the ledger itself: it names what to do, and no program that does it.
private let wordless = [
    "Sources/Domains", "Sources/DaybookLogbook", "Sources/DaybookAlarms", "Sources/DaybookHydration",
    "Sources/DaybookPracticeTests", "Sources/EventModel", "Sources/Tables",
]

@Suite struct RemedyTests {
    @Test("no domain names a command or an option") func commandsAreOfTheProgram() {
        let files = Checkout.files(wordless, extensions: ["swift"]).filter { !$0.isGenerated }
        #expect(files.count > 100)
        #expect(files.flatMap(Rules.commandsInTexts) == [])
    }

    @Test("each named remedy has a command, and each command a remedy") func remediesHaveCommands() throws {
        let files = Checkout.files(wordless + ["Sources/DaybookKit", "Sources/Engine"], extensions: ["swift"])
        let text = files.flatMap { Code.withoutComments($0.lines) }.joined(separator: "\n")
        let commands = try Checkout.file("Sources/DaybookCommands/Output/RemedyCommands.swift").lines.compactMap {
            $0.firstMatch(of: #/^        "([A-Za-z.]+)":/#).map { String($0.1) }
        }
        #expect(commands.count > 100 && Set(commands).count == commands.count)
        // A name that is made of a kind ends in a literal part.
        let unused = commands.filter { command in
            let last = command.split(separator: ".").last ?? ""
            return !text.contains("\"\(command)\"") && !text.contains(").\(last)\"") && !command.hasPrefix("make.")
        }
        #expect(unused == [])
        let named = text.matches(of: #/Remedy\(\s*"([A-Za-z]+\.[A-Za-z.]+)",/#).map { String($0.1) }
        #expect(named.count > 80)
        #expect(Set(named).subtracting(commands) == [])
    }
}

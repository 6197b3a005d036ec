import ArgumentParser
import DaybookKit

struct QuizCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiz", abstract: "Practice tests for the written driving test.",
        discussion: """
            Example:
              daybook quiz bank list
            """,
        subcommands: [QuizBankCommand.self])
}

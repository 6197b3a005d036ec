/// The rules about how files are written: each takes a file and says what it found, one line a finding.
enum Rules {
    /// The words that belong to a domain and never to the engine.
    static let domainWords: Set<String> = [
        "flight", "flights", "logbook", "logbooks", "pilot", "pilots", "landing", "landings", "takeoff", "takeoffs",
        "hobbs", "tach",
        "aircraft", "airplane", "instructor", "cfi", "endorsement", "endorsements", "currency", "currencies", "solo",
        "checkride",
        "alarm", "alarms", "snooze", "snoozed", "ringtone",
        "drink", "drinks", "hydration", "beverage", "beverages",
        "quiz", "quizzes", "exam", "exams", "learner",
    ]

    /// Requirement D-12. Comments count: an engine that has to mention a domain to explain itself knows it.
    static func domainWordsInEngine(_ file: SourceFile) -> [String] {
        file.lines.enumerated().flatMap { index, line in
            Code.words(line).filter(domainWords.contains).map {
                file.finding(index + 1, "the engine must not know the word '\($0)'")
            }
        }
    }

    /// Words that name no actor or no effect: a comment states who does what.
    static let vagueWords: Set<String> = ["tell", "tells", "telling", "told", "whoever", "nobody", "somebody"]
    /// A part of each vague word or phrase: most comments have none, and are done after one look.
    private static let vagueParts = Set(["tell", "told", "whoe", "body", "bove", "what"].map(Code.fourLetters))
    /// Verbs that name no effect, so no function has one of them as its name.
    static let vagueVerbs: Set<String> = ["take", "tell", "hold", "look", "say"]

    /// Comments state subject, verb and object: no vague word, no reference to the comment above, and no clause with
    /// "What" where the subject should stand.
    static func vagueComments(_ file: SourceFile) -> [String] {
        Code.comments(file).enumerated().flatMap { index, comment -> [String] in
            guard Code.mayHold(vagueParts, comment) else { return [] }
            var found = Code.words(comment).filter(vagueWords.contains)
            if comment.lowercased().contains("as above") { found.append("as above") }
            if comment.drop(while: { "/*#:\" ".contains($0) }).hasPrefix("What ") { found.append("What") }
            return found.map { file.finding(index + 1, "the comment names no subject: '\($0)'") }
        }
    }

    /// The names of declarations follow the same rule.
    static func vagueNames(_ file: SourceFile) -> [String] {
        Code.withoutComments(file.lines).enumerated().flatMap { index, line in
            Code.declaredNames(line).filter { declared in
                Code.words(declared.name).contains { $0 == "tell" || $0 == "tells" || $0 == "telling" || $0 == "told" }
                    || declared.keyword == "func" && vagueVerbs.contains(declared.name)
            }.map { file.finding(index + 1, "the name states no effect: '\($0.name)'") }
        }
    }

    /// A text of the library names no command and no option: `RemedyCommands` does.
    static func commandsInTexts(_ file: SourceFile) -> [String] {
        Code.withoutComments(file.lines).enumerated().flatMap { index, line in
            line.matches(of: #/"[^"]*?(daybook [a-z]+|--[a-z][a-z-]+)/#).map {
                file.finding(index + 1, "the text names a command: '\($0.1)'")
            }
        }
    }

    /// A leftover marker must carry the number of what tracks it: `TODO(#12)`.
    static func leftovers(_ file: SourceFile) -> [String] {
        file.lines.enumerated().flatMap { index, line in
            ["TODO", "FIXME", "XXX"].filter { marker in
                Code.identifiers(line).contains(marker) && line.firstRange(of: /(TODO|FIXME|XXX)\(#[0-9]+\)/) == nil
            }.map { file.finding(index + 1, "\($0) without a number") }
        }
    }

    static func length(_ file: SourceFile, limit: Int) -> [String] {
        file.lines.count > limit
            ? [file.finding(limit + 1, "\(file.lines.count) lines, at most \(limit): look for a seam")] : []
    }

    /// `try?` throws an error away, so a comment on its line or right above says why that is right.
    static func swallowedErrors(_ file: SourceFile) -> [String] {
        let code = Code.withoutComments(file.lines)
        return code.indices.compactMap { index in
            // A failed precondition is not swallowed: it says what was taken for granted.
            guard code[index].contains(/\btry\?/), !code[index].contains("preconditionFailure(") else { return nil }
            let isExplained =
                code[index] != file.lines[index]
                || (index > 0 && file.lines[index - 1].drop { $0 == " " }.hasPrefix("//"))
            return isExplained
                ? nil : file.finding(index + 1, "try? without a comment saying why the error does not matter")
        }
    }

    /// No compiler flag or pragma that hides a warning or drops a check.
    static func hiddenWarnings(_ file: SourceFile) -> [String] {
        let forbidden = [
            "-Ounchecked", "-suppress-warnings", "-Wno-", "-Wsuppress", "#pragma clang diagnostic",
            "#pragma GCC diagnostic",
            ".treatAllWarnings(as: .warning", "-enforce-exclusivity=unchecked", "swift-format-ignore-file",
        ]
        return file.lines.enumerated().flatMap { index, line in
            forbidden.filter { line.contains($0) }.map { file.finding(index + 1, "\($0) hides what should be seen") }
        }
    }

    /// Facts and rules are exact: no floating point where events are made, stored or judged.
    static func floatingPoint(_ file: SourceFile) -> [String] {
        let forbidden: Set = [
            "Float", "Double", "Float16", "Float32", "Float64", "Float80", "CGFloat", "TimeInterval", "Decimal",
        ]
        return Code.withoutComments(file.lines).enumerated().flatMap { index, line in
            Code.identifiers(line).filter(forbidden.contains).map { file.finding(index + 1, "\($0) in a fact or rule") }
        }
    }

    /// Unsafe expressions, for the targets that may hold none.
    static func unsafeExpressions(_ file: SourceFile) -> [String] {
        Code.withoutComments(file.lines).enumerated().compactMap { index, line in
            guard Code.identifiers(line).contains(where: { $0 == "unsafe" || $0 == "unsafeBitCast" }) else {
                return nil
            }
            return file.finding(index + 1, "unsafe code does not belong in this target")
        }
    }

    /// `@unchecked Sendable` needs a sentence naming the lock or thread that makes it true.
    static func unexplainedSendable(_ file: SourceFile) -> [String] {
        file.lines.indices.compactMap { index in
            guard Code.withoutComments([file.lines[index]])[0].contains("@unchecked Sendable") else { return nil }
            let above = index > 0 ? file.lines[index - 1].drop { $0 == " " } : ""
            return above.hasPrefix("//") || above.hasPrefix("@") || file.lines[index].contains("//")
                ? nil : file.finding(index + 1, "@unchecked Sendable without a comment naming what makes it true")
        }
    }
}

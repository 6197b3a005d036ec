import Testing

/// Each rule on a text that breaks it and on its neighbours that do not: a rule that finds nothing proves nothing.
@Suite struct RuleTests {
    private func file(_ text: String, path: String = "Sources/X/A.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    @Test func domainWordsAreFoundInsideIdentifiersButNotInsideWords() {
        let text = """
            let concurrency = currentPosition  // a quizzical, solonic, alarmist word
            let flightCount = 1
            /// The PilotName.
            let kind = "alarm/1"
            """
        #expect(
            Rules.domainWordsInEngine(file(text)) == [
                "Sources/X/A.swift:2: the engine must not know the word 'flight'",
                "Sources/X/A.swift:3: the engine must not know the word 'pilot'",
                "Sources/X/A.swift:4: the engine must not know the word 'alarm'",
            ])
    }

    @Test func vagueCommentsAreFound() {
        let text = """
            /// What an append did.
            /// The result of an append; what it was is above.
            let told = "nobody tells"  // As above.
            // Whoever reads this, `tellsAll` and a storyteller.
            """
        func finding(_ line: Int, _ word: String) -> String {
            "Sources/X/A.swift:\(line): the comment names no subject: '\(word)'"
        }
        #expect(
            Rules.vagueComments(file(text)) == [
                finding(1, "What"), finding(3, "as above"), finding(4, "whoever"), finding(4, "tells"),
            ])
        #expect(
            Rules.vagueComments(file("# What it is\nsaid = 'told'  # told\n", path: "Tests/a_test.py")) == [
                "Tests/a_test.py:1: the comment names no subject: 'What'"
            ])
    }

    @Test func vagueNamesAreFound() {
        let text = """
            func take() {}
            func takeBack(hold: Int, takes: Bool) {}
            let isTold = tell(all)
            case toldOrder
            // func say()
            """
        #expect(
            Rules.vagueNames(file(text)) == [
                "Sources/X/A.swift:1: the name states no effect: 'take'",
                "Sources/X/A.swift:3: the name states no effect: 'isTold'",
                "Sources/X/A.swift:4: the name states no effect: 'toldOrder'",
            ])
    }

    @Test func commandsInTextsAreFound() {
        let text = """
            let hint = "Say --reason TEXT."  // --reason
            /// "daybook flight list" shows them.
            let other = "Restore it: daybook flight restore"
            let key = "daybook/page/1", dash = "a -- b"
            """
        #expect(
            Rules.commandsInTexts(file(text)) == [
                "Sources/X/A.swift:1: the text names a command: '--reason'",
                "Sources/X/A.swift:3: the text names a command: 'daybook flight'",
            ])
    }

    @Test func leftoversNeedANumber() {
        #expect(
            Rules.leftovers(file("// TODO: later\n// TODO(#12): later\nmktemp x.XXXXXX\n// FIXME\n")) == [
                "Sources/X/A.swift:1: TODO without a number",
                "Sources/X/A.swift:4: FIXME without a number",
            ])
    }

    @Test func whatOpensAFileIsFoundHoweverItIsSpelt() {
        let text = """
            let number = open(path, O_RDONLY | O_CLOEXEC)
            let store = try open(folder, .readOnly)  // O_RDONLY in a comment
            guard let file = fopen(path, "r"), let text = try? String(contentsOf: url) else { return }
            bytes.append(contentsOf: others)
            let handle = Glibc.open(path, flags)
            FileManager.default.contents(atPath: path)
            """
        func finding(_ line: Int, _ name: String) -> String {
            "Sources/X/A.swift:\(line): \(name) opens a file: use GuardedFolder, or name the reason in OpeningRule"
        }
        #expect(
            OpeningRule.findings(file(text)) == [
                finding(1, "O_RDONLY"), finding(3, "fopen"), finding(3, "contentsOf"), finding(5, "Glibc.open"),
                finding(6, "FileManager"),
            ])
    }

    @Test func lengthIsCountedInLines() {
        #expect(Rules.length(file("a\nb\nc\n"), limit: 3) == [])
        #expect(
            Rules.length(file("a\nb\nc\nd\n"), limit: 3) == ["Sources/X/A.swift:4: 4 lines, at most 3: look for a seam"]
        )
    }

    @Test func swallowedErrorsNeedAComment() {
        let text = """
            let a = try? read()
            // The folder may be gone already.
            let b = try? remove()
            let c = try? read()  // Absent is as good as empty.
            // try? in a comment
            let d = try read()
            func first() -> Entry? { nil }
            guard let e = try? read() else { preconditionFailure("checked in init") }
            """
        #expect(
            Rules.swallowedErrors(file(text)) == [
                "Sources/X/A.swift:1: try? without a comment saying why the error does not matter"
            ])
    }

    @Test func flagsThatHideAreFound() {
        #expect(
            Rules.hiddenWarnings(file("unsafeFlags([\"-Ounchecked\"])\nflags: -O\n")) == [
                "Sources/X/A.swift:1: -Ounchecked hides what should be seen"
            ])
    }

    @Test func floatingPointIsFoundInCodeOnly() {
        #expect(
            Rules.floatingPoint(file("/// No Double here.\nlet a: Double = 1 /* Float */\nlet doubleClick = 2\n")) == [
                "Sources/X/A.swift:2: Double in a fact or rule"
            ])
    }

    @Test func unsafeIsFoundWhereItMayNotBe() {
        let text = "let a = unsafe pointer.pointee\n// unsafe to do\nlet isUnsafe = 1\n"
        #expect(
            Rules.unsafeExpressions(file(text)) == [
                "Sources/X/A.swift:1: unsafe code does not belong in this target"
            ])
    }

    @Test func uncheckedSendableNeedsAComment() {
        let text =
            "final class A: @unchecked Sendable {}\n/// Only the writer's thread touches it.\nfinal class B: @unchecked Sendable {}\n"
        #expect(
            Rules.unexplainedSendable(file(text)) == [
                "Sources/X/A.swift:1: @unchecked Sendable without a comment naming what makes it true"
            ])
    }

    @Test func commentsAreCutAndStringsKept() {
        let lines = ["a // b", "\"// not a comment\" + x // c", "/* one", "two */ d", "\"\\\"// still\" e"]
        #expect(Code.withoutComments(lines) == ["a ", "\"// not a comment\" + x ", "", " d", "\"\\\"// still\" e"])
    }
}
